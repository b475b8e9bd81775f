package io.moraine.slate.compaction;

import io.moraine.objectstore.ObjectMeta;
import io.moraine.slate.compaction.CompactionSpec.Tiered;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.write.Trees;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether another compactor is alive: its process would not survive that its place is taken. One
 * that works writes to the state of compaction every ten seconds; one that waits for work would
 * have begun with what is there to do.
 */
final class Incumbents {
  /** How long a compactor may be silent while a compaction is under way. */
  private static final Duration SILENCE = Duration.ofMinutes(1);

  /** How long a compactor may take to see that there is something to do. */
  private static final Duration NOTICE = Duration.ofSeconds(30);

  private final CompactorParts parts;
  private final CompactorOptions options;

  Incumbents(CompactorParts parts, CompactorOptions options) {
    this.parts = parts;
    this.options = options;
  }

  /** What speaks for another compactor being there, though it left {@code due} undone so far. */
  Optional<String> objection(Manifest manifest, Tiered due) {
    long now = options.clock().wallMillis() + parts.store().clockLeadMillis();
    Duration waited = Duration.ofMillis(now - dueSince(manifest, due));
    if (waited.compareTo(NOTICE) < 0) {
      return Optional.of(
          "the compactor of epoch "
              + Long.toUnsignedString(manifest.compactorEpoch())
              + " may be about to begin");
    }
    return parts
        .compactions()
        .readLatest()
        .filter(state -> !state.unfinished().isEmpty())
        .flatMap(this::age)
        .map(written -> Duration.ofMillis(now - written.modifiedMillis()))
        .filter(silent -> silent.compareTo(SILENCE) < 0)
        .map(
            silent ->
                "the compactor of epoch "
                    + Long.toUnsignedString(manifest.compactorEpoch())
                    + " was at work "
                    + silent.toSeconds()
                    + " s ago");
  }

  private Optional<ObjectMeta> age(CompactionState state) {
    return parts.store().head(parts.layout().compactions().path(state.id()));
  }

  /** When the last table was there without which nothing would be due. */
  private long dueSince(Manifest manifest, Tiered due) {
    SsTableTree tree = Trees.of(manifest, due.segment());
    if (!due.l0().isEmpty()) {
      return tree.l0().get(tree.l0().size() - options.minSources()).id().timestampMillis();
    }
    Stream<SsTableView> newest =
        tree.compacted().stream()
            .filter(run -> due.runs().contains(run.id()))
            .map(SortedRun::views)
            .flatMap(views -> views.stream());
    return newest
        .map(view -> view.table().id())
        .max(Comparator.naturalOrder())
        .map(Ulid::timestampMillis)
        .orElse(0L);
  }
}
