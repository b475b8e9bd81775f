package io.moraine.slate.write;

import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.WalObject;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.PutIds;
import io.moraine.slate.manifest.UntilKnown;
import io.moraine.slate.manifest.WriteRefusedException;
import io.moraine.slate.manifest.WriteRefusedException.Reason;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.read.WalTail;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Takes a store over from whoever wrote it: first a manifest with a higher epoch, by which the old
 * writer can write no manifest any more; then a fence in the log, by which it can write no log
 * object. What it wrote below the fence is replayed. One use each.
 *
 * <p>The log's end is looked for before the epoch is raised, so that an object which the old writer
 * adds meanwhile is met by the fence and not passed over. Two writers never have one epoch: a
 * manifest that was created without an answer is recognised by its put id, or followed by a higher
 * one. Source: SlateDB {@code fence.rs} and {@code wal/slatedb/writer_init.rs} at e0161973.
 */
final class Opening {
  private final WriterParts parts;
  private final WriterOptions options;

  Opening(WriterParts parts, WriterOptions options) {
    this.parts = parts;
    this.options = options;
  }

  /**
   * What a writer begins with.
   *
   * @param manifest the manifest in force, with its epoch
   * @param tail what is not in its tables, up to the fence
   * @param lastCreateMillis largest creation time of any row, milliseconds since 1970-01-01 UTC
   */
  record Opened(Manifest manifest, WalTail tail, long lastCreateMillis) {}

  /**
   * Takes the store over; empty if there is no database.
   *
   * @param onEpoch is told of the epoch as soon as it is ours, whatever happens then
   */
  Optional<Opened> open(TailAdmission admission, LongConsumer onEpoch) {
    Optional<Manifest> found = parts.manifests().readLatest();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    check(found.get());
    long free = firstFree(found.get());
    Optional<Manifest> raised =
        parts.manifests().create(raise(found.get(), found.get().id() + 1), options.ids());
    if (raised.isEmpty()) {
      raised = parts.manifests().update(this::raise, options.ids());
    }
    raised.ifPresent(manifest -> onEpoch.accept(manifest.writerEpoch()));
    return raised.map(manifest -> fenceAndReplay(manifest, free, admission));
  }

  private void check(Manifest manifest) {
    parts.requirements().check(manifest);
    checkClock(manifest.lastL0ClockTick());
  }

  private Manifest raise(Manifest base, long id) {
    check(base);
    return base.change().id(id).writerEpoch(base.writerEpoch() + 1).build();
  }

  private Opened fenceAndReplay(Manifest raised, long firstFree, TailAdmission admission) {
    long epoch = raised.writerEpoch();
    long free = firstFree;
    if (Long.compareUnsigned(raised.replayAfterWalId(), free) >= 0) {
      free = firstFree(raised);
    }
    long fence = fence(epoch, free);
    Manifest manifest = latest(epoch);
    WalTail tail = replay(manifest, fence, admission);
    long lastCreate = manifest.lastL0ClockTick();
    for (Row row : tail.rows().rows()) {
      lastCreate = Math.max(lastCreate, row.createMillis().orElse(lastCreate));
    }
    checkClock(lastCreate);
    return new Opened(manifest, tail, lastCreate);
  }

  private long firstFree(Manifest manifest) {
    return parts.probe().lastIdAfter(manifest.replayAfterWalId()) + 1;
  }

  /** Ends the old writer's log; the id of the fence. */
  private long fence(long epoch, long firstFree) {
    for (long id = firstFree; ; id++) {
      String path = parts.layout().wal(id);
      String putId = PutIds.next(options.ids());
      PutOutcome outcome =
          UntilKnown.get(() -> parts.log().putIfAbsent(path, WalObject.FENCE, putId));
      if (outcome != PutOutcome.EXISTS) {
        return id;
      }
      latest(epoch);
    }
  }

  /** The manifest in force, unless another writer has it. */
  private Manifest latest(long epoch) {
    Manifest manifest = parts.manifests().readLatest().orElseThrow(this::vanished);
    Epochs.check(epoch, manifest);
    return manifest;
  }

  private ObjectStoreException vanished() {
    String folder = parts.layout().manifests().folder();
    return new ObjectStoreException(
        Kind.NOT_FOUND,
        folder,
        parts.tables().location() + "/" + folder + ": all manifests are gone",
        null);
  }

  private WalTail replay(Manifest manifest, long fence, TailAdmission admission) {
    try {
      WalTail tail = parts.tails().read(WalTail.none(manifest), manifest, fence, admission);
      checkKeys(tail.rows().rows());
      return tail;
    } catch (ObjectStoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        latest(manifest.writerEpoch()); // another writer that flushed and collected explains it
      }
      throw e;
    }
  }

  private void checkKeys(List<Row> rows) {
    SegmentPrefixes prefixes = new SegmentPrefixes(parts.requirements().segmentExtractor());
    rows.forEach(row -> prefixes.of(row.key()));
  }

  private void checkClock(long lastCreateMillis) {
    long now = options.clock().wallMillis();
    if (lastCreateMillis > now && lastCreateMillis - now > options.largestClockLead().toMillis()) {
      throw new WriteRefusedException(
          Reason.CLOCK,
          "the newest row of "
              + parts.requirements().location()
              + " was written at "
              + Instant.ofEpochMilli(lastCreateMillis)
              + ", but the clock here says "
              + Instant.ofEpochMilli(now)
              + "; set the clock that is wrong");
    }
  }
}
