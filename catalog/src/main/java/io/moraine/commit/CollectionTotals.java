package io.moraine.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.model.CollectedKind;
import io.moraine.model.CollectionFigures;
import io.moraine.model.CollectionReport;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds up the collections of one store. Thread-safe. */
final class CollectionTotals {
  @GuardedBy("this")
  private final Map<CollectedKind, CollectionReport.Kind> kinds =
      new EnumMap<>(CollectedKind.class);

  @GuardedBy("this")
  private long rounds;

  @GuardedBy("this")
  private long expiredCheckpoints;

  @GuardedBy("this")
  private @Nullable Instant lastAt;

  /** Adds a round; a dry run does not count. */
  synchronized void add(CollectionReport report) {
    if (report.dryRun()) {
      return;
    }
    rounds++;
    expiredCheckpoints += report.expiredCheckpoints();
    lastAt = report.at();
    report.kinds().forEach(each -> kinds.merge(each.kind(), each, CollectionTotals::sum));
  }

  private static CollectionReport.Kind sum(
      CollectionReport.Kind before, CollectionReport.Kind now) {
    return new CollectionReport.Kind(
        now.kind(),
        now.seen(),
        before.deleted() + now.deleted(),
        before.bytes() + now.bytes(),
        before.failures() + now.failures(),
        now.left(),
        now.boundary(),
        now.problem());
  }

  synchronized CollectionFigures figures() {
    return new CollectionFigures(
        rounds, Optional.ofNullable(lastAt), expiredCheckpoints, List.copyOf(kinds.values()));
  }
}
