package io.moraine.commit;

import io.moraine.base.Background;
import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CompactionFigures;
import io.moraine.model.CompactionListener;
import io.moraine.model.CompactionListener.Progress;
import io.moraine.model.CompactionReport;
import io.moraine.model.CompactionReport.Compaction;
import io.moraine.model.Upkeep;
import io.moraine.read.LakeFormat;
import io.moraine.read.OneAtATime;
import io.moraine.slate.SlateCompactor;
import io.moraine.slate.compaction.CompactionProgress;
import io.moraine.slate.compaction.CompactionResult;
import io.moraine.slate.compaction.CompactorFencedException;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.Segment;
import io.moraine.slate.write.FencedException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Merges tables while this process has the writer role, beside its commits, and by hand whenever
 * that is asked for. What was begun is brought to its end though the role is given up meanwhile.
 *
 * <p>To look whether there is anything to merge asks nobody: the writer knows its manifest. Another
 * compactor that may be alive is left alone; one that took our place is left alone for ten minutes.
 */
final class CompactionKeeper implements AutoCloseable {
  private static final Logger LOG = System.getLogger("io.moraine.compactor");

  /** Often enough that something is begun before an idle writer gives the role up. */
  private static final Duration POLL = Duration.ofSeconds(1);

  private static final Duration OTHERS = Duration.ofMinutes(1);
  private static final Duration FAILURE = Duration.ofMinutes(1);
  private static final Duration FENCED = Duration.ofMinutes(10);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final LakeAccess access;
  private final WriterRole role;
  private final SlateCompactor compactor;
  private final CompactionCounters counters;
  private final Republication republication;
  private final OneAtATime turns = new OneAtATime();
  private final Call call = new Call();
  private final OnDemandTask task;

  private volatile boolean wanted;

  /** Whether the task waits to be woken. */
  private volatile boolean resting = true;

  /** Nothing is tried before, by the monotonic clock. */
  private volatile long notBeforeNanos;

  CompactionKeeper(LakeAccess access, WriterRole role, Background background) {
    this.access = access;
    this.role = role;
    this.compactor =
        access
            .lake()
            .slate()
            .compactor(
                access.lake().compactions(),
                LakeFormat.compactorOptions(access.clock(), access.ids()));
    this.counters = new CompactionCounters(access.clock());
    this.republication = new Republication(access);
    this.task = new OnDemandTask(background, "moraine-compactor", this::step);
    this.notBeforeNanos = access.clock().monotonicNanos();
  }

  /** The role is being used by somebody who wants {@code upkeep}. */
  void used(Upkeep upkeep) {
    wanted = upkeep == Upkeep.AUTO;
    if (wanted && resting && role.isHeld()) {
      resting = false;
      task.wake();
    }
  }

  private OptionalLong step() {
    resting = true;
    ActiveWriter writer = role.active();
    if (!wanted || writer == null || !role.isHeld()) {
      return OptionalLong.empty();
    }
    resting = false;
    long wait = notBeforeNanos - access.clock().monotonicNanos();
    if (wait > 0) {
      return OptionalLong.of(Math.min(wait, POLL.toNanos()));
    }
    Manifest manifest = writer.slate().durable().manifest();
    if (!compactor.isDue(manifest)) {
      return OptionalLong.of(POLL.toNanos());
    }
    boolean done = call.run(() -> tryToCompact(writer));
    return OptionalLong.of(done ? 0 : POLL.toNanos());
  }

  /** Whether it is worth looking again at once. */
  private boolean tryToCompact(ActiveWriter writer) {
    try {
      Optional<String> objection = compactor.objection(writer.slate().refresh());
      if (objection.isPresent()) {
        LOG.log(Level.DEBUG, "Nothing is compacted here: {0}", objection.get());
        pause(OTHERS);
        return false;
      }
      Optional<CompactionResult> result =
          turns.run("A compaction", () -> compactor.compactNext(CompactionProgress.NONE));
      result.ifPresent(this::tell);
      show();
      return result.isPresent();
    } catch (CompactorFencedException e) {
      LOG.log(Level.INFO, "Compaction is left to another process: {0}", e.getMessage());
      counters.failed(String.valueOf(e.getMessage()));
      pause(FENCED);
    } catch (FencedException e) {
      LOG.log(Level.DEBUG, "Another process took the writer role: {0}", e.getMessage());
    } catch (RuntimeException e) {
      // Whatever it is, it must not end what compacts: the tables are still there.
      failed(e);
    }
    return false;
  }

  private void failed(RuntimeException e) {
    if (!call.isCancelled()) {
      LOG.log(Level.WARNING, "Compaction will try again: {0}", String.valueOf(e));
      counters.failed(String.valueOf(e.getMessage()));
    }
    pause(FAILURE);
  }

  private void pause(Duration length) {
    notBeforeNanos = access.clock().monotonicNanos() + length.toNanos();
  }

  private void tell(CompactionResult result) {
    counters.done(result);
    LOG.log(Level.DEBUG, "Compacted {0}", CompactionCounters.text(result));
  }

  /**
   * Merges each segment, or one, into one run. Needs no writer role; takes the place of any other
   * compactor.
   *
   * @throws CatalogException of kind NOT_FOUND if there is no such segment; WRITER_BUSY if another
   *     compactor took its place meanwhile; CLOSED after {@link #stop}
   */
  CompactionReport compact(Optional<Bytes> segment, CompactionListener listener) {
    return turns.run(
        "Compacting",
        () -> {
          checkNotStopped();
          segment.ifPresent(this::checkSegment);
          List<CompactionResult> results =
              unlessFenced(() -> compactor.compactFully(segment, telling(listener)));
          show();
          return new CompactionReport(results.stream().map(CompactionKeeper::told).toList());
        });
  }

  private CompactionProgress telling(CompactionListener listener) {
    return new CompactionProgress() {
      @Override
      public void at(Bytes prefix, long rowsRead, long bytesWritten, long bytesToRead) {
        checkNotStopped();
        listener.at(new Progress(prefix, rowsRead, bytesWritten, bytesToRead));
      }

      @Override
      public void done(CompactionResult result) {
        tell(result);
      }
    };
  }

  /** Who compacts by hand is no task that could be closed, and ends at the next step it tells. */
  private void checkNotStopped() {
    if (call.isCancelled()) {
      throw new CatalogException(
          Kind.CLOSED, "The catalog of " + access.lake().objects().location() + " is closed");
    }
  }

  private void checkSegment(Bytes segment) {
    List<Bytes> there =
        access.lake().slate().readLatestManifest().segments().stream()
            .map(Segment::prefix)
            .toList();
    if (!there.contains(segment)) {
      throw new CatalogException(
          Kind.NOT_FOUND,
          "There is no segment "
              + segment.toHex()
              + " in "
              + access.lake().objects().location()
              + "; there are "
              + String.join(", ", there.stream().map(Bytes::toHex).toList()));
    }
  }

  private <T> T unlessFenced(Supplier<T> work) {
    try {
      return work.get();
    } catch (CompactorFencedException e) {
      counters.failed(String.valueOf(e.getMessage()));
      throw new CatalogException(
          Kind.WRITER_BUSY,
          "Another process compacts the store at the same time; try again later: " + e.getMessage(),
          e);
    }
  }

  /**
   * Has those go on with the new tables who do not look for them: the writer of this process, or
   * readers if there is no writer.
   */
  private void show() {
    ActiveWriter writer = role.active();
    if (writer == null || !role.isHeld()) {
      republication.publish();
      return;
    }
    try {
      Manifest unused = writer.slate().refresh();
    } catch (FencedException e) {
      LOG.log(Level.DEBUG, "Another process took the writer role: {0}", e.getMessage());
    }
  }

  private static Compaction told(CompactionResult result) {
    return new Compaction(
        result.segment(),
        result.flushedTables(),
        result.runs(),
        result.tables(),
        result.bytesRead(),
        result.bytesWritten(),
        result.rowsRead(),
        result.rowsWritten());
  }

  /** What was compacted so far. Asks nobody. */
  CompactionFigures figures() {
    return counters.figures(compactor.lastEpoch());
  }

  /** Begins nothing more, and gives up what is under way. Does not wait for that. */
  void stop() {
    task.close();
    wanted = false;
    call.cancel();
  }

  /** Returns when nothing of this asks the store for anything any more, or soon. */
  @Override
  public void close() {
    stop();
    long until = access.clock().monotonicNanos() + CLOSE_LIMIT.toNanos();
    try {
      CompactionKeeper unused =
          new Call()
              .until(access.clock(), until)
              .run(() -> turns.run("Ending compaction", () -> this));
    } catch (CatalogException e) {
      LOG.log(Level.DEBUG, "Compaction goes on for a moment: {0}", e.getMessage());
    }
  }
}
