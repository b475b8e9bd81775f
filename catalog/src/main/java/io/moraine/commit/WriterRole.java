package io.moraine.commit;

import io.moraine.commit.TakeOverRule.Incumbent;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.WriterSettings;
import io.moraine.read.LakeFormat;
import io.moraine.read.WriterMemory;
import io.moraine.slate.SlateWriter;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.write.FencedException;
import io.moraine.slate.write.WriterOptions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Whether this process is the writer of a store. Used under the lock of its owner alone, {@link
 * #active()} excepted.
 *
 * <p>The role is taken when it is first needed and kept until it is given up. A role that was given
 * up is resumed under the same epoch if nobody wrote since, else taken anew under a higher one.
 */
final class WriterRole {
  private static final Logger LOG = System.getLogger("io.moraine.writer");
  private static final Duration LARGEST_LEAD = Duration.ofSeconds(5);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final LakeAccess access;
  private final TakeOverRule rule;
  private final Pauses pauses;
  private volatile @Nullable ActiveWriter active;
  private volatile boolean givenUp;
  private volatile boolean ended;
  private volatile long lastEpoch;
  private final AtomicLong takeOvers = new AtomicLong();

  WriterRole(LakeAccess access) {
    this.access = access;
    this.rule = new TakeOverRule(access);
    this.pauses = new Pauses(access.clock());
  }

  /** The writer of the epoch that this process has, or had when it gave the role up. */
  @Nullable ActiveWriter active() {
    return active;
  }

  /** Whether the role is held, so that nothing need be asked to write. */
  boolean isHeld() {
    ActiveWriter writer = active;
    return writer != null && !givenUp && writer.isUsable();
  }

  boolean isGivenUp() {
    ActiveWriter writer = active;
    return writer != null && givenUp && writer.isUsable();
  }

  /** The last epoch that this process had, unsigned; 0 for none. */
  long lastEpoch() {
    return lastEpoch;
  }

  long takeOvers() {
    return takeOvers.get();
  }

  /**
   * The writer, after taking the role if need be.
   *
   * @throws CatalogException of kind WRITER_BUSY if another process is writing; EXHAUSTED if the
   *     log cannot be replayed in the working memory; CLOCK if our clock is ahead of the store's;
   *     CLOSED after {@link #end}
   * @throws FencedException if another process took the role at the same moment
   */
  ActiveWriter hold(WriterSettings settings) {
    ActiveWriter writer = active;
    if (writer != null && isHeld()) {
      return writer;
    }
    if (writer != null && isGivenUp() && resume(writer)) {
      return writer;
    }
    leave();
    if (ended) {
      throw isClosed();
    }
    return take(settings);
  }

  /** Whether nobody wrote since the role was given up. */
  private boolean resume(ActiveWriter writer) {
    Publisher.Published newest = writer.publisher().newest();
    try {
      Manifest latest = writer.slate().refresh();
      if (newest == null || latest.findCheckpoint(newest.id()).isEmpty()) {
        return false;
      }
    } catch (FencedException e) {
      return false;
    }
    checkClock();
    writer.publisher().resume();
    givenUp = false;
    return true;
  }

  private ActiveWriter take(WriterSettings settings) {
    Incumbent before = awaitFree(settings);
    checkClock();
    long epochBefore = before.manifest().writerEpoch();
    boolean own = epochBefore == 0 || epochBefore == lastEpoch;
    ActiveWriter writer = open();
    if (!own) {
      tellTakeOver(before, writer.slate());
    }
    givenUp = false;
    active = writer;
    if (ended) {
      leave();
      throw isClosed();
    }
    return writer;
  }

  /** A time from the future, once written, stops every other writer until then. */
  private void checkClock() {
    long leadMillis = -access.lake().objects().clockLeadMillis();
    if (leadMillis > LARGEST_LEAD.toMillis()) {
      throw new CatalogException(
          Kind.CLOCK,
          "The clock here says "
              + access.clock().now()
              + ", that of the store "
              + access.clock().now().minusMillis(leadMillis)
              + "; nothing is written with a clock more than "
              + LARGEST_LEAD.toSeconds()
              + " s ahead of the store's");
    }
  }

  private ActiveWriter open() {
    WriterOptions options = LakeFormat.writerOptions(access.clock(), access.ids());
    WriterMemory memory = access.lake().writerMemory();
    boolean opened = false;
    try {
      SlateWriter slate = access.lake().slate().openWriter(options, memory, this::isOurs);
      opened = true;
      return new ActiveWriter(
          slate,
          new Publisher(slate, access),
          slate.durable().tail().maxSeq(),
          memory,
          new Progress());
    } finally {
      if (!opened) {
        memory.close();
      }
    }
  }

  /** Takes note of an epoch: nobody else has it, even if opening the writer fails. */
  private void isOurs(long epoch) {
    lastEpoch = epoch;
  }

  private void tellTakeOver(Incumbent before, SlateWriter slate) {
    takeOvers.incrementAndGet();
    LOG.log(
        before.isFree() ? Level.DEBUG : Level.WARNING,
        "Took the writer role of {0} over: epoch {1} follows {2}",
        access.lake().objects().location(),
        Long.toUnsignedString(slate.epoch()),
        Long.toUnsignedString(before.manifest().writerEpoch()));
  }

  /** Waits until the role may be taken; from whom. */
  private Incumbent awaitFree(WriterSettings settings) {
    long until = access.clock().monotonicNanos() + settings.takeOverWait().toNanos();
    while (true) {
      Manifest latest = access.lake().slate().readLatestManifest();
      if (lastEpoch != 0 && latest.writerEpoch() == lastEpoch) {
        return new Incumbent(latest, Optional.empty());
      }
      Incumbent incumbent = rule.incumbent(latest);
      Optional<String> objection = rule.objection(incumbent, settings.takeOver());
      if (objection.isEmpty()) {
        return incumbent;
      }
      long left = until - access.clock().monotonicNanos();
      if (left <= 0) {
        throw new CatalogException(
            Kind.WRITER_BUSY,
            "Another process is writing to "
                + access.lake().objects().location()
                + ": "
                + objection.get()
                + "; try again later, or take the role from it with takeOver=force");
      }
      pauses.pause(Math.min(left, LOOK_AGAIN.toNanos()), "Waiting for the writer role");
    }
  }

  /** The role is given up, the epoch kept for as long as nobody else writes. */
  void giveUp() {
    givenUp = true;
  }

  /** Nothing will be written under the epoch any more. */
  void leave() {
    ActiveWriter writer = active;
    if (writer != null) {
      active = null;
      givenUp = false;
      writer.close();
    }
  }

  /** The role is not taken any more. May be called without the lock. */
  void end() {
    ended = true;
  }

  private CatalogException isClosed() {
    return new CatalogException(
        Kind.CLOSED, "The catalog of " + access.lake().objects().location() + " is closed");
  }
}
