/**
 * Compaction: its state, as SlateDB keeps it for all compactors of a database; which tables are
 * merged next; the merge, and its commit. Imports {@code base}, {@code objectstore} and the
 * packages {@code slate.format} to {@code slate.write}.
 */
@NullMarked
package io.moraine.slate.compaction;

import org.jspecify.annotations.NullMarked;
