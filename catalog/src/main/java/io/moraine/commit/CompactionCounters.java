package io.moraine.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.base.Clock;
import io.moraine.model.CompactionFigures;
import io.moraine.slate.compaction.CompactionResult;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What was compacted so far. Thread-safe. */
final class CompactionCounters {
  private final Clock clock;

  @GuardedBy("this")
  private long compactions;

  @GuardedBy("this")
  private long failures;

  @GuardedBy("this")
  private long tablesMerged;

  @GuardedBy("this")
  private long tablesWritten;

  @GuardedBy("this")
  private long bytesRead;

  @GuardedBy("this")
  private long bytesWritten;

  @GuardedBy("this")
  private @Nullable Instant lastAt;

  @GuardedBy("this")
  private @Nullable String lastResult;

  CompactionCounters(Clock clock) {
    this.clock = clock;
  }

  synchronized void done(CompactionResult result) {
    compactions++;
    tablesMerged += result.flushedTables() + result.runs();
    tablesWritten += result.tables();
    bytesRead += result.bytesRead();
    bytesWritten += result.bytesWritten();
    lastAt = clock.now();
    lastResult = text(result);
  }

  synchronized void failed(String why) {
    failures++;
    lastAt = clock.now();
    lastResult = why;
  }

  /** What was done, for people. */
  static String text(CompactionResult result) {
    return "segment "
        + (result.segment().isEmpty() ? "of all keys" : result.segment().toHex())
        + ": "
        + result.flushedTables()
        + " flushed tables and "
        + result.runs()
        + " runs of "
        + result.bytesRead()
        + " bytes became "
        + result.tables()
        + " tables of "
        + result.bytesWritten();
  }

  /** As of now. */
  synchronized CompactionFigures figures(long epoch) {
    return new CompactionFigures(
        epoch == 0 ? OptionalLong.empty() : OptionalLong.of(epoch),
        compactions,
        failures,
        tablesMerged,
        tablesWritten,
        bytesRead,
        bytesWritten,
        Optional.ofNullable(lastAt),
        Optional.ofNullable(lastResult));
  }
}
