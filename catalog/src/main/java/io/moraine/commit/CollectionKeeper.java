package io.moraine.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.base.Background;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CollectionOptions;
import io.moraine.model.CollectionReport;
import io.moraine.model.Upkeep;
import io.moraine.model.WriterSettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Collects the store now and then, in a thread of its own, while this process writes to it and for
 * a while after. Who writes makes garbage, and can delete it; who only reads does neither.
 */
final class CollectionKeeper implements AutoCloseable {
  private static final Logger LOG = System.getLogger("io.moraine.collector");

  /** Early enough for a process that loads for a few minutes and ends. */
  private static final Duration FIRST = Duration.ofMinutes(1);

  private static final Duration INTERVAL = Duration.ofMinutes(5);

  /** After a round that stopped at its limit: who writes fast must not leave garbage for ever. */
  private static final Duration NOT_ALL = Duration.ofSeconds(1);

  /** After a round that could delete nothing: most likely it may not. */
  private static final Duration IN_VAIN = Duration.ofHours(1);

  private static final Duration WRITING = Duration.ofMinutes(15);
  private static final Duration ROUND_LIMIT = Duration.ofMinutes(1);
  private static final int MOST_DELETIONS = 1000;

  private final StoreCollection collection;
  private final Clock clock;
  private final OnDemandTask task;

  @GuardedBy("this")
  private @Nullable Call round;

  @GuardedBy("this")
  private boolean closed;

  private volatile Duration minAge = WriterSettings.DEFAULT.collectorMinAge();
  private volatile boolean scheduled;
  private volatile long usedNanos;
  private volatile long dueNanos;

  CollectionKeeper(StoreCollection collection, Clock clock, Background background) {
    this.collection = collection;
    this.clock = clock;
    this.task = new OnDemandTask(background, "moraine-collector", this::step);
  }

  /** The process is writing. */
  void used(WriterSettings settings) {
    if (settings.collector() == Upkeep.OFF) {
      return;
    }
    minAge = settings.collectorMinAge();
    long now = clock.monotonicNanos();
    usedNanos = now;
    if (!scheduled) {
      schedule(now);
    }
  }

  private synchronized void schedule(long now) {
    if (closed || scheduled) {
      return;
    }
    scheduled = true;
    dueNanos = now + FIRST.toNanos();
    task.wake();
  }

  private OptionalLong step() {
    long now = clock.monotonicNanos();
    if (now - dueNanos < 0) {
      return OptionalLong.of(dueNanos - now);
    }
    if (now - usedNanos >= WRITING.toNanos()) {
      scheduled = false;
      return OptionalLong.empty();
    }
    long pause = collect().toNanos();
    dueNanos = now + pause;
    return OptionalLong.of(pause);
  }

  /** How long to wait for the next round. */
  private Duration collect() {
    CollectionOptions options = CollectionOptions.DEFAULT.withMinAge(minAge);
    Call call = begin();
    try {
      CollectionReport report =
          call.until(clock, clock.monotonicNanos() + ROUND_LIMIT.toNanos())
              .run(() -> collection.collect(options, MOST_DELETIONS));
      long deleted = report.kinds().stream().mapToLong(CollectionReport.Kind::deleted).sum();
      LOG.log(Level.DEBUG, "Collected {0} objects", deleted);
      if (report.kinds().stream().anyMatch(each -> each.left() > 0 && each.deleted() > 0)) {
        return NOT_ALL;
      }
      return report.isComplete() || deleted > 0 ? INTERVAL : IN_VAIN;
    } catch (CatalogException e) {
      LOG.log(
          call.isCancelled() ? Level.DEBUG : Level.WARNING,
          "Collection will be tried again: {0}",
          e.getMessage());
    } catch (RuntimeException e) {
      // Whatever it is, it must not end the task.
      LOG.log(Level.WARNING, "Collection will be tried again: {0}", String.valueOf(e));
    } finally {
      end();
    }
    return INTERVAL;
  }

  private synchronized Call begin() {
    Call call = new Call();
    if (closed) {
      call.cancel();
    }
    round = call;
    return call;
  }

  private synchronized void end() {
    round = null;
  }

  /** Ends a round that is under way; the next collector goes on from there. */
  @Override
  public synchronized void close() {
    closed = true;
    task.close();
    if (round != null) {
      round.cancel();
    }
  }
}
