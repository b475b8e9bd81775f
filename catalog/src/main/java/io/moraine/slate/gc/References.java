package io.moraine.slate.gc;

import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.Segment;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The manifests that somebody may read, and with them what must stay.
 *
 * @param latest the one in force
 * @param pinned those that its checkpoints name
 */
record References(Manifest latest, List<Manifest> pinned) {
  References {
    pinned = List.copyOf(pinned);
  }

  /** All of them. */
  Stream<Manifest> all() {
    return Stream.concat(Stream.of(latest), pinned.stream());
  }

  /**
   * Whether a log object may be replayed: every one from the replay point of the manifest in force
   * on, and what pinned ones knew durable after theirs.
   */
  boolean needLog(long walId) {
    return !isBelow(walId, latest.replayAfterWalId())
        || pinned.stream()
            .anyMatch(
                each ->
                    isBelow(each.replayAfterWalId(), walId)
                        && !isBelow(each.walIdLastSeen(), walId));
  }

  private static boolean isBelow(long id, long other) {
    return Long.compareUnsigned(id, other) < 0;
  }

  /** The tables that some tree has. */
  Set<Ulid> tables() {
    return all()
        .flatMap(References::trees)
        .flatMap(SsTableTree::views)
        .map(view -> view.table().id())
        .collect(Collectors.toSet());
  }

  /**
   * When the newest flushed table that the manifest in force has, or had before it was compacted,
   * was made: a flush that is under way makes newer ones. Milliseconds since 1970-01-01 UTC; 0 if
   * none was ever flushed.
   */
  long newestL0Millis() {
    return trees(latest).mapToLong(References::newestL0Millis).max().orElse(0);
  }

  private static long newestL0Millis(SsTableTree tree) {
    @Nullable Ulid marker = tree.lastCompactedL0();
    long compacted = marker == null ? 0 : marker.timestampMillis();
    return tree.l0().stream()
        .map(SsTableView::table)
        .mapToLong(table -> table.id().timestampMillis())
        .max()
        .orElse(compacted);
  }

  /** The one tree and those of segments: nothing is collected that either has. */
  private static Stream<SsTableTree> trees(Manifest manifest) {
    return Stream.concat(
        Stream.of(manifest.tree()), manifest.segments().stream().map(Segment::tree));
  }
}
