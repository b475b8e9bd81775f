/**
 * Fixed views of a store: how a revision is found, which ones are open in this process, and the
 * scopes and cursors on them. The only place where keys meet the store. Imports {@code
 * io.moraine.slate}, {@code io.moraine.table} and what those may import.
 */
@NullMarked
package io.moraine.read;

import org.jspecify.annotations.NullMarked;
