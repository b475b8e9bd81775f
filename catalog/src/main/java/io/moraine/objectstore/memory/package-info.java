/**
 * Objects in the memory of this process. Imports {@code io.moraine.base} and {@code objectstore}.
 */
@NullMarked
package io.moraine.objectstore.memory;

import org.jspecify.annotations.NullMarked;
