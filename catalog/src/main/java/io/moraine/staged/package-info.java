/**
 * The staged rows of a transaction: what they show, and the records they become. Knows no store.
 * Imports {@code base}, {@code model}, {@code keyspace} and {@code table}.
 *
 * <p>{@link io.moraine.staged.StagedRows} keeps what statements did, in their order, and for each
 * table that they touched what became of its rows: the place of a stored row that changed or is
 * gone, and places behind the stored rows. Each place remembers its states by operation, so that a
 * scan shows what stood there when it was opened, without a copy.
 *
 * <p>A commit looks at what is left of all that, not at the way there: a row that came and went
 * leaves nothing. Versions of entities become live and ended records, rows inside of records go
 * into the record that is written with them, tags are edited where they lie, and what a reader
 * could not load is refused. Which rows become which records is fixed by Moraine 0.7.0, and so are
 * the bytes.
 */
@NullMarked
package io.moraine.staged;

import org.jspecify.annotations.NullMarked;
