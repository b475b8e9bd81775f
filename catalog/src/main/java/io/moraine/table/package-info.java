/**
 * The 28 metadata tables: which records feed them and how records become rows. Imports {@code
 * io.moraine.keyspace} and what that may import.
 */
@NullMarked
package io.moraine.table;

import org.jspecify.annotations.NullMarked;
