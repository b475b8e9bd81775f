package io.moraine.slate.manifest;

import io.moraine.slate.format.Ulid;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One log-structured merge tree: the whole store's, or a segment's.
 *
 * @param lastCompactedL0 view id of the newest flushed table that compaction has taken; null if
 *     none was, or if the manifest does not tell
 * @param l0 flushed tables, newest first
 * @param compacted sorted runs, newest first
 */
public record SsTableTree(
    @Nullable Ulid lastCompactedL0, List<SsTableView> l0, List<SortedRun> compacted) {
  /** No tables. */
  public static final SsTableTree EMPTY = new SsTableTree(null, List.of(), List.of());

  /** Takes copies of the lists. */
  public SsTableTree {
    l0 = List.copyOf(l0);
    compacted = List.copyOf(compacted);
  }

  /** All views, newest first. */
  public Stream<SsTableView> views() {
    return Stream.concat(l0.stream(), compacted.stream().flatMap(run -> run.views().stream()));
  }
}
