package io.moraine.commit;

import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What became of commits so far. Thread-safe. */
final class CommitCounters {
  final LongAdder commits = new LongAdder();
  final LongAdder conflicts = new LongAdder();
  final LongAdder unknown = new LongAdder();
  private volatile @Nullable Instant lastCommitAt;

  void committed(Instant at) {
    commits.increment();
    lastCommitAt = at;
  }

  @Nullable Instant lastCommitAt() {
    return lastCommitAt;
  }
}
