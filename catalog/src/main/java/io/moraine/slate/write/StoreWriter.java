package io.moraine.slate.write;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowKind;
import io.moraine.slate.manifest.CheckpointEdit;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.manifest.WriteRefusedException;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.write.LogObject.Fate;
import io.moraine.slate.write.LogObject.Outcome;
import io.moraine.slate.write.WriteBatch.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/**
 * The writer of one store, from its opening until it is fenced, fails or is closed. Thread-safe.
 *
 * <p>Batches go to the log in one order; manifests are written one after the other, beside that.
 * Whatever tells that another writer took the store ends this one: nothing is written any more.
 */
public final class StoreWriter implements AutoCloseable {
  private static final int LONGEST_KEY = 0xffff;
  private static final int OVERFULL = 2;

  private final WriterParts parts;
  private final WriterOptions options;
  private final SegmentPrefixes prefixes;
  private final long epoch;
  private final LogWriter log;
  private final Ulids tableIds;
  private final AtomicLong lastCreateMillis;

  /** Held while tables are written and put into the manifest. */
  private final ReentrantLock flushing = new ReentrantLock();

  /** Held while the manifest is replaced. */
  private final ReentrantLock replacing = new ReentrantLock();

  private StoreWriter(WriterParts parts, WriterOptions options, Opening.Opened opened) {
    this.parts = parts;
    this.options = options;
    this.prefixes = new SegmentPrefixes(parts.requirements().segmentExtractor());
    this.epoch = opened.manifest().writerEpoch();
    this.log = new LogWriter(parts, options, new WriterState(opened.manifest(), opened.tail()));
    this.tableIds =
        new Ulids(options.clock(), options.ids(), Trees.newestFlushed(opened.manifest()));
    this.lastCreateMillis = new AtomicLong(opened.lastCreateMillis());
  }

  /**
   * Takes the store over, so that no other writer can write any more; empty if there is none.
   *
   * @param onEpoch is told of the epoch as soon as it is ours, whatever happens then
   * @throws FencedException if yet another writer takes it at the same time
   * @throws WriteRefusedException if a newer version wrote it, or the clocks differ too much
   * @throws io.moraine.slate.read.UnsupportedStoreException if it was created with other settings
   * @throws ObjectStoreException if the store fails; whether it was taken over is not told
   */
  public static Optional<StoreWriter> open(
      WriterParts parts, WriterOptions options, TailAdmission admission, LongConsumer onEpoch) {
    return new Opening(parts, options)
        .open(admission, onEpoch)
        .map(opened -> new StoreWriter(parts, options, opened));
  }

  /** The number that this writer owns. */
  public long epoch() {
    return epoch;
  }

  /** Whether it can still write: it was not fenced, nothing failed or is unknown, nor closed. */
  public boolean isUsable() {
    return log.isUsable();
  }

  /** Everything that was written, whether it is durable or not. */
  public WriterState newest() {
    return log.newest();
  }

  /** Everything that is durable. */
  public WriterState durable() {
    return log.durable();
  }

  /**
   * Hands in a batch; it goes out with the next log object, as soon as none is on its way.
   *
   * @param siblings what that object may wait a moment for
   * @throws IllegalArgumentException if it is empty, or a key is of no segment, or empty or longer
   *     than 65,535 bytes
   * @throws FencedException if the writer is fenced
   * @throws WriteRefusedException if the log is as long as it may be and cannot be flushed
   * @throws ObjectStoreException if the writer is of no use any more for other reasons, or the log
   *     is as long as it may be and flushing it failed
   */
  public PendingWrite write(WriteBatch batch, Siblings siblings) {
    check(batch);
    makeRoom();
    checkRoom();
    return log.add(seq -> rows(batch, seq), siblings);
  }

  private void check(WriteBatch batch) {
    if (batch.changes().isEmpty()) {
      throw new IllegalArgumentException("an empty batch");
    }
    for (Change change : batch.changes()) {
      int length = change.key().length();
      if (length == 0 || length > LONGEST_KEY) {
        throw new IllegalArgumentException("a key of " + length + " bytes");
      }
      prefixes.of(change.key());
    }
  }

  /**
   * Flushes the log itself once it is {@value #OVERFULL} times as long as it should be: whoever
   * replays it holds it in memory, so it must not grow as long as nobody manages to flush it.
   */
  private void makeRoom() {
    WriterState state = log.durable();
    if (state.tail().chargedBytes() >= OVERFULL * mostCharged()
        || state.tail().objectCount() >= (long) OVERFULL * options.crowdedTailObjects()) {
      int unused = flush();
    }
  }

  /** Refuses more once the log should be flushed at any price and cannot be. */
  private void checkRoom() {
    WriterState state = log.newest();
    if (isLarge(state)) {
      for (Bytes prefix : touched(state)) {
        int tables = Trees.of(state.manifest(), prefix).l0().size();
        if (tables >= options.maxL0()) {
          throw Flush.tooMuch(parts, prefix, tables);
        }
      }
    }
  }

  /** Called in the order of sequence numbers. */
  private List<Row> rows(WriteBatch batch, long seq) {
    long now = options.clock().wallMillis();
    OptionalLong created = OptionalLong.of(lastCreateMillis.accumulateAndGet(now, Math::max));
    List<Row> rows = new ArrayList<>(batch.changes().size());
    for (Change change : batch.changes()) {
      Bytes value = change.value();
      rows.add(
          new Row(
              change.key(),
              seq,
              value == null ? RowKind.TOMBSTONE : RowKind.VALUE,
              value == null ? Bytes.EMPTY : value,
              created,
              OptionalLong.empty()));
    }
    return rows;
  }

  /**
   * Writes a manifest with other checkpoints, whose {@code wal_id_last_seen} covers everything
   * durable; merges what others wrote meanwhile. Returns once one of its attempts is in force.
   *
   * <p>Whether a manifest is in force is asked for once it is there, and the next one is written
   * meanwhile. If it is not in force then neither is the next: one that follows a dead manifest is
   * dead by the same boundary, or meets the object of who went on from the living ones.
   *
   * @param onSent is given what is returned, once that is there and before it is known to be in
   *     force: from then on others can be written
   * @return the manifest, and the tail of the log up to its {@code wal_id_last_seen}
   * @throws FencedException if another writer took the store
   * @throws ObjectStoreException of kind UNANSWERED if it may have been written
   */
  public WriterState updateCheckpoints(CheckpointEdit edit, Consumer<WriterState> onSent) {
    return new Replacement(
            base -> base.change().checkpoints(edit.apply(base, base.id() + 1)).build(),
            Optional.of(onSent))
        .write();
  }

  /** Writes the manifest that {@code change} makes of the one in force. */
  private void replace(UnaryOperator<Manifest> change) {
    var unused = new Replacement(change, Optional.empty()).write();
  }

  /** One replacement of the manifest. */
  private final class Replacement {
    private final UnaryOperator<Manifest> change;
    private final Optional<Consumer<WriterState>> onSent;
    private boolean sent;

    /**
     * @param onSent is called once, without {@link #replacing}, so that others follow before it is
     *     known whether the manifest is in force; empty if none may: {@code change} is then made
     *     once in what is in force, though it may be tried more often
     */
    private Replacement(UnaryOperator<Manifest> change, Optional<Consumer<WriterState>> onSent) {
      this.change = change;
      this.onSent = onSent;
    }

    WriterState write() {
      replacing.lock();
      try {
        log.checkManifestsUsable();
        Manifest base = log.durable().manifest();
        while (true) {
          WriterState durable = log.durable();
          Manifest next = next(base, durable);
          Optional<Manifest> written =
              parts.manifests().create(next, options.ids(), stored -> goOn(stored, durable));
          if (written.isPresent()) {
            if (onSent.isEmpty()) {
              log.over(written.get());
            }
            return state(written.get(), durable);
          }
          if (!replacing.isHeldByCurrentThread()) {
            replacing.lock();
          }
          base =
              merged(
                  parts
                      .manifests()
                      .lookAfterRace(found -> {})
                      .orElseThrow(StoreWriter.this::vanished));
        }
      } finally {
        if (replacing.isHeldByCurrentThread()) {
          replacing.unlock();
        }
      }
    }

    private Manifest next(Manifest base, WriterState durable) {
      return change
          .apply(base)
          .change()
          .id(base.id() + 1)
          .walIdLastSeen(durable.tail().lastWalId())
          .build();
    }

    /** What is written next follows from {@code stored}, if it may. */
    private void goOn(Manifest stored, WriterState durable) {
      if (onSent.isPresent() && replacing.isHeldByCurrentThread()) {
        log.over(stored);
        if (!sent) {
          sent = true;
          replacing.unlock();
          onSent.get().accept(state(stored, durable));
        }
      }
    }

    private static WriterState state(Manifest manifest, WriterState durable) {
      return new WriterState(manifest, durable.tail().over(manifest));
    }
  }

  /** What the writer knows with what others wrote. */
  private Manifest merged(Manifest remote) {
    try {
      Epochs.check(epoch, remote);
    } catch (FencedException e) {
      log.end(new Fate(Outcome.FENCED, 0, String.valueOf(e.getMessage()), e));
      throw e;
    }
    Manifest own = log.durable().manifest();
    tableIds.passOver(Trees.newestFlushed(remote));
    return remote.id() == own.id() ? own : Trees.merge(own, remote);
  }

  private ObjectStoreException vanished() {
    String folder = parts.layout().manifests().folder();
    return new ObjectStoreException(
        Kind.NOT_FOUND,
        folder,
        parts.tables().location() + "/" + folder + ": all manifests are gone",
        null);
  }

  /**
   * Looks what others, above all compactors, wrote to the manifest.
   *
   * @throws FencedException if another writer took the store
   */
  public Manifest refresh() {
    replacing.lock();
    try {
      log.checkUsable();
      Manifest remote = parts.manifests().readLatest().orElseThrow(this::vanished);
      Manifest merged = merged(remote);
      if (merged.id() != log.durable().manifest().id()) {
        log.over(merged);
      }
      return merged;
    } finally {
      replacing.unlock();
    }
  }

  /**
   * Flushes the durable tail of the log to tables.
   *
   * @return how many tables were written
   * @throws FencedException if another writer took the store
   * @throws WriteRefusedException if a segment has too many flushed tables
   * @throws ObjectStoreException if that failed; of kind UNANSWERED if the manifest may have been
   *     written, and then the writer is of no use any more
   */
  public int flush() {
    flushing.lock();
    try {
      log.checkUsable();
      WriterState durable = log.durable();
      if (durable.tail().rowCount() == 0) {
        return 0;
      }
      Flush flush = new Flush(parts, options, durable);
      Map<Bytes, SsTableView> tables = flush.upload(durable.manifest(), tableIds);
      replaceByFlush(base -> flush.commit(base, tables));
      return tables.size();
    } finally {
      flushing.unlock();
    }
  }

  /** A flush that may yet come true must not be followed by another one of the same rows. */
  private void replaceByFlush(UnaryOperator<Manifest> change) {
    try {
      replace(change);
    } catch (FencedException | WriteRefusedException e) {
      throw e; // nothing of it was written
    } catch (RuntimeException e) {
      Fate fate = Fate.of(0, e);
      if (fate.outcome() == Outcome.UNKNOWN) {
        log.end(fate);
      }
      throw e;
    }
  }

  /** Whether the tail has grown so that it should be flushed, by the options. */
  public boolean wantsFlush() {
    WriterState state = log.durable();
    if (state.tail().rowCount() == 0) {
      return false;
    }
    return isLarge(state)
        || (state.tail().objectCount() >= options.tailObjects()
            && SegmentPrefixes.mostL0(state.manifest(), touched(state)) < options.crowdedL0());
  }

  /** Whether the tail should be flushed even into a crowded segment. */
  private boolean isLarge(WriterState state) {
    return state.tail().chargedBytes() >= mostCharged()
        || state.tail().objectCount() >= options.crowdedTailObjects();
  }

  /** Payload is charged twice; many small rows cost whoever replays them more than their bytes. */
  private long mostCharged() {
    return 2 * options.memtableBytes();
  }

  private Set<Bytes> touched(WriterState state) {
    return prefixes.split(state.tail().rows()).keySet();
  }

  /** Stops writing, without another request. What is not durable yet may become so. */
  @Override
  public void close() {
    log.close(new Fate(Outcome.FAILED, 0, "it was closed", null));
  }
}
