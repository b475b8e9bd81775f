/** What a user of the jar sees through {@code java.sql}; nothing here names a class of ours. */
@NullMarked
package io.moraine.sql;

import org.jspecify.annotations.NullMarked;
