/**
 * The staged rows of a transaction: what they show, and the records they become. Knows no store.
 * Imports {@code base}, {@code model}, {@code keyspace} and {@code table}.
 */
@NullMarked
package io.moraine.staged;

import org.jspecify.annotations.NullMarked;
