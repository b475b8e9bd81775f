package io.moraine.slate.compaction;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.slate.compaction.CompactionSpec.Tiered;
import io.moraine.slate.compaction.Merge.Merged;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.read.ScanShape;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Compacts one store: becomes its coordinator when there is something to do, and stays it until it
 * is fenced or anything goes wrong. One compaction at a time. Thread-safe.
 */
public final class StoreCompactor {
  /** Name of the checkpoints that keep merged tables for those who still read them. */
  public static final String CHECKPOINT = "moraine-compaction";

  private static final Logger LOG = System.getLogger("io.moraine.compactor");
  private static final CompactionPlan NOTHING = (manifest, others) -> Optional.empty();
  private static final Duration GIVING_UP = Duration.ofSeconds(2);

  private final CompactorParts parts;
  private final CompactorOptions options;
  private final Picking picking;
  private final Incumbents incumbents;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicLong lastEpoch = new AtomicLong();
  private @Nullable Coordinator coordinator; // guarded by lock

  /** A compactor that has done nothing yet. */
  public StoreCompactor(CompactorParts parts, CompactorOptions options) {
    this.parts = parts;
    this.options = options;
    this.picking = new Picking(options);
    this.incumbents = new Incumbents(parts, options);
  }

  /** Whether {@code manifest} has tables that are to be merged by themselves. Asks nobody. */
  public boolean isDue(Manifest manifest) {
    return due(manifest).isPresent();
  }

  private Optional<Tiered> due(Manifest manifest) {
    return picking.sizeTiered(manifest, List.of());
  }

  /**
   * Why compaction should be left to somebody else now: another compactor is at work, or may be
   * about to begin. Empty if it need not, and if it is this one's anyway.
   *
   * @param manifest the newest that is known
   */
  public Optional<String> objection(Manifest manifest) {
    if (manifest.compactorEpoch() == 0 || manifest.compactorEpoch() == lastEpoch.get()) {
      return Optional.empty();
    }
    return due(manifest).flatMap(spec -> incumbents.objection(manifest, spec));
  }

  /**
   * Does one compaction that somebody asked for, or that is due.
   *
   * @return what was done; empty if there was nothing to do
   * @throws CompactorFencedException if another compactor took the store
   * @throws CompactionVoidException if others changed the tables meanwhile
   * @throws io.moraine.slate.read.UnsupportedStoreException if the store needs what we do not have
   * @throws io.moraine.objectstore.ObjectStoreException if the store fails
   */
  public Optional<CompactionResult> compactNext(CompactionProgress progress) {
    lock.lock();
    try {
      Optional<Manifest> newest = newest();
      if (coordinator == null && newest.filter(this::isDue).isEmpty()) {
        return Optional.empty();
      }
      return begin(picking::sizeTiered).map(job -> run(job, ScanShape.STREAMING, progress));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Merges every tree, or that of one segment, into one run, and does what somebody asked for.
   * Takes the place of any other compactor if there is anything to do. Reads far ahead: somebody
   * waits for it.
   *
   * @return what was done, in the order of segments; a tree that was one run is left alone
   */
  public List<CompactionResult> compactFully(Optional<Bytes> segment, CompactionProgress progress) {
    lock.lock();
    try {
      List<CompactionResult> done = new ArrayList<>();
      for (Bytes prefix : newest().map(StoreCompactor::wanting).orElse(List.of())) {
        if (segment.isEmpty() || segment.get().equals(prefix)) {
          compactFully(prefix, progress, done);
        }
      }
      settle(progress, done);
      return done;
    } finally {
      lock.unlock();
    }
  }

  /** Does what somebody asked for, and ends what somebody left undone, if there is such a thing. */
  private void settle(CompactionProgress progress, List<CompactionResult> done) {
    boolean unfinished =
        parts.compactions().readLatest().filter(each -> !each.unfinished().isEmpty()).isPresent();
    Optional<Job> asked = unfinished ? begin(NOTHING) : Optional.empty();
    while (asked.isPresent()) {
      done.add(run(asked.get(), ScanShape.BULK, progress));
      asked = begin(NOTHING);
    }
  }

  /** The newest manifest. Who was replaced before is no coordinator any more, and begins anew. */
  private Optional<Manifest> newest() {
    Optional<Manifest> newest = parts.manifests().readLatest();
    Coordinator current = coordinator;
    if (current != null
        && newest.filter(each -> each.compactorEpoch() == current.epoch()).isEmpty()) {
      coordinator = null;
    }
    return newest;
  }

  /** The trees that are not one run: nobody's place is taken for the others. */
  private static List<Bytes> wanting(Manifest manifest) {
    return CompactionRules.prefixes(manifest).stream()
        .filter(prefix -> Picking.all(manifest, prefix, List.of()).isPresent())
        .toList();
  }

  private void compactFully(
      Bytes prefix, CompactionProgress progress, List<CompactionResult> done) {
    boolean own = false;
    while (!own) {
      Optional<Job> job = begin((manifest, others) -> Picking.all(manifest, prefix, others));
      if (job.isEmpty()) {
        return;
      }
      own = !job.get().asked();
      done.add(run(job.get(), ScanShape.BULK, progress));
    }
  }

  private Optional<Job> begin(CompactionPlan plan) {
    Coordinator current = coordinator;
    boolean done = false;
    try {
      if (current == null) {
        Optional<Coordinator> taken = Coordinator.take(parts, options);
        if (taken.isEmpty()) {
          return Optional.empty();
        }
        current = taken.get();
        coordinator = current;
        lastEpoch.set(current.epoch());
      }
      Optional<Job> job = current.begin(plan);
      done = true;
      return job;
    } finally {
      if (!done) {
        coordinator = null;
      }
    }
  }

  private CompactionResult run(Job job, ScanShape shape, CompactionProgress progress) {
    Coordinator current = coordinator;
    if (current == null) {
      throw new IllegalStateException("no coordinator");
    }
    boolean done = false;
    try {
      Merged merged = merge(current, job, shape, progress);
      current.commit(job, merged.tables());
      done = true;
      tell(current, job, merged);
      CompactionResult result = result(job, merged);
      progress.done(result);
      return result;
    } finally {
      if (!done) {
        coordinator = null;
      }
    }
  }

  private Merged merge(Coordinator current, Job job, ScanShape shape, CompactionProgress progress) {
    SsTableTree sources = job.sources();
    Retention retention =
        new Retention(
            job.manifest().recentSnapshotMinSeq(),
            job.manifest().lastL0ClockTick(),
            CompactionRules.isAtBottom(job.tree(), job.spec()),
            parts.context().mergeOperator());
    Heartbeat heartbeat = new Heartbeat(options, () -> current.heartbeat(job));
    long bytes = bytes(sources);
    boolean done = false;
    try {
      Merged merged =
          new Merge(
                  parts,
                  options,
                  sources,
                  retention,
                  shape,
                  current.ids(),
                  (rowsRead, bytesWritten) -> {
                    heartbeat.beat();
                    progress.at(job.spec().segment(), rowsRead, bytesWritten, bytes);
                  })
              .run();
      done = true;
      return merged;
    } finally {
      if (!done) {
        giveUp(current, job);
      }
    }
  }

  /** Nothing was sent that could still come true: the tables are garbage. */
  private void giveUp(Coordinator current, Job job) {
    long until = options.clock().monotonicNanos() + GIVING_UP.toNanos();
    try {
      new Call()
          .until(options.clock(), until)
          .run(
              () -> {
                current.fail(job);
                return job;
              });
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "A compaction could not be given up: {0}", String.valueOf(e));
    }
  }

  /** The manifest has the result: that others are not told at once does not matter. */
  private void tell(Coordinator current, Job job, Merged merged) {
    try {
      current.complete(job, merged.tables());
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "A compaction could not be told of: {0}", String.valueOf(e));
      coordinator = null;
    }
  }

  private static CompactionResult result(Job job, Merged merged) {
    return new CompactionResult(
        job.spec().segment(),
        job.spec().l0().size(),
        job.spec().runs().size(),
        merged.tables().size(),
        bytes(job.sources()),
        merged.bytesWritten(),
        merged.rowsRead(),
        merged.rowsWritten());
  }

  private static long bytes(SsTableTree sources) {
    return sources.views().mapToLong(Picking::size).sum();
  }

  /** The epoch that this compactor had last, unsigned; 0 for none. */
  public long lastEpoch() {
    return lastEpoch.get();
  }
}
