/**
 * Reading one fixed state of a store: tables with their caches, memtables, point reads and scans
 * over the merge of all of them. Imports {@code base}, {@code objectstore}, {@code slate.format}
 * and {@code slate.manifest}.
 *
 * <p>Sources are ordered newest first: memtable, then flushed tables in the manifest's order, then
 * sorted runs by descending id. Every row of one source is newer than every row of the same key in
 * the next.
 */
@NullMarked
package io.moraine.slate.read;

import org.jspecify.annotations.NullMarked;
