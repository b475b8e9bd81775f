package io.moraine.commit;

import io.moraine.model.CollectedKind;
import io.moraine.model.CollectionFigures;
import io.moraine.model.CollectionOptions;
import io.moraine.model.CollectionReport;
import io.moraine.read.LeaseHousekeeping;
import io.moraine.slate.gc.CollectorOptions;
import io.moraine.slate.gc.CollectorReport;
import io.moraine.slate.gc.Garbage;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/**
 * Collects one store, without being its writer, and remembers what came of it. Several may collect
 * at once. Thread-safe.
 */
final class StoreCollection {
  /** A writer that slept for less may be alive, and must meet its fence when it wakes. */
  private static final Duration YOUNGEST_FENCE = Duration.ofDays(1);

  private final LakeAccess access;
  private final CollectionTotals totals = new CollectionTotals();

  StoreCollection(LakeAccess access) {
    this.access = access;
  }

  /**
   * Does one round.
   *
   * @param mostDeletions how many objects of each kind are deleted at most
   */
  CollectionReport collect(CollectionOptions options, int mostDeletions) {
    Instant at = access.clock().now();
    CollectorReport done =
        access
            .lake()
            .translating(
                () ->
                    access
                        .lake()
                        .slate()
                        .collect(
                            access.lake().compactions(),
                            inSlate(options, mostDeletions),
                            LeaseHousekeeping::isDead,
                            access.clock(),
                            access.ids()));
    CollectionReport report =
        new CollectionReport(
            at,
            options.dryRun(),
            done.kinds().stream().map(StoreCollection::kind).toList(),
            done.checkpoints(),
            done.detached());
    totals.add(report);
    return report;
  }

  private static CollectorOptions inSlate(CollectionOptions options, int mostDeletions) {
    Map<Garbage, Duration> ages = new EnumMap<>(Garbage.class);
    options.minAges().forEach((kind, age) -> ages.put(garbage(kind), age));
    var unused =
        ages.merge(
            Garbage.FENCES, YOUNGEST_FENCE, (age, least) -> age.compareTo(least) < 0 ? least : age);
    return new CollectorOptions(ages, options.fences(), options.dryRun(), mostDeletions);
  }

  private static Garbage garbage(CollectedKind kind) {
    return switch (kind) {
      case MANIFESTS -> Garbage.MANIFESTS;
      case COMPACTION_STATES -> Garbage.COMPACTION_STATES;
      case LOG_OBJECTS -> Garbage.LOG_OBJECTS;
      case FENCES -> Garbage.FENCES;
      case TABLES -> Garbage.TABLES;
    };
  }

  private static CollectionReport.Kind kind(CollectorReport.Kind kind) {
    return new CollectionReport.Kind(
        collected(kind.garbage()),
        kind.seen(),
        kind.deleted(),
        kind.bytes(),
        kind.failures(),
        kind.left(),
        kind.boundary(),
        kind.problem());
  }

  private static CollectedKind collected(Garbage garbage) {
    return switch (garbage) {
      case MANIFESTS -> CollectedKind.MANIFESTS;
      case COMPACTION_STATES -> CollectedKind.COMPACTION_STATES;
      case LOG_OBJECTS -> CollectedKind.LOG_OBJECTS;
      case FENCES -> CollectedKind.FENCES;
      case TABLES -> CollectedKind.TABLES;
    };
  }

  /** What came of all rounds so far. */
  CollectionFigures figures() {
    return totals.figures();
  }
}
