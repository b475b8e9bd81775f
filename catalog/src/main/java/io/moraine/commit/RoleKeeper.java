package io.moraine.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.base.Background;
import io.moraine.base.Call;
import io.moraine.model.CatalogException;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.read.LeaseChange;
import io.moraine.read.OneAtATime;
import io.moraine.slate.SlateException;
import io.moraine.slate.manifest.CheckpointEdit;
import io.moraine.slate.write.FencedException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Does what a writer must do though nobody commits: publishes what is owed, flushes a log that
 * grew, looks at what compactors did, and gives the role up when it was idle for a while.
 */
final class RoleKeeper implements AutoCloseable {
  private static final Logger LOG = System.getLogger("io.moraine.writer");
  private static final Duration POLL = Duration.ofSeconds(5);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration STEP_LIMIT = Duration.ofSeconds(30);

  /** Collection must not take a table for an orphan, which it does after five minutes. */
  private static final Duration FLUSH_LIMIT = Duration.ofMinutes(4);

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
  private static final Duration PUBLISH_AGAIN = Duration.ofHours(12);

  /** A commit that went well leaves nothing to do at once but to look after the log. */
  private static final Duration WAKE_EVERY = Duration.ofMillis(250);

  private final LakeAccess access;
  private final WriterRole role;
  private final OneAtATime turns;
  private final OnDemandTask task;

  @GuardedBy("this")
  private boolean begun;

  private volatile long usedNanos;
  private volatile Duration idle = Duration.ZERO;
  private volatile long polledNanos;
  private volatile long wokenNanos;

  /** Whether nothing is done until the next commit. */
  private volatile boolean resting = true;

  RoleKeeper(LakeAccess access, WriterRole role, OneAtATime turns, Background background) {
    this.access = access;
    this.role = role;
    this.turns = turns;
    this.task = new OnDemandTask(background, "moraine-writer", this::step);
  }

  /**
   * The role is being used; {@code writerIdle} after the last use it is given up.
   *
   * @param published whether what was written is published
   */
  void used(Duration writerIdle, boolean published) {
    long now = access.clock().monotonicNanos();
    usedNanos = now;
    idle = writerIdle;
    if (!published || resting || now - wokenNanos >= WAKE_EVERY.toNanos()) {
      wokenNanos = now;
      resting = false;
      start(now);
    }
  }

  private synchronized void start(long now) {
    if (!begun) {
      begun = true;
      polledNanos = now;
    }
    task.wake();
  }

  private OptionalLong step() {
    try {
      flushIfWanted();
      OptionalLong next = limited(STEP_LIMIT, this::doDue);
      return next.isEmpty() ? rest() : next;
    } catch (FencedException e) {
      LOG.log(Level.INFO, "Another process took the writer role: {0}", e.getMessage());
      return rest();
    } catch (RuntimeException e) {
      // Whatever it is, it must not end what publishes and gives the role up.
      LOG.log(Level.WARNING, "The writer will try again: {0}", String.valueOf(e));
      return OptionalLong.of(RETRY.toNanos());
    }
  }

  /** Does nothing until the next commit, unless the role was taken this moment. */
  private OptionalLong rest() {
    resting = true;
    return role.isHeld() ? OptionalLong.of(RETRY.toNanos()) : OptionalLong.empty();
  }

  private OptionalLong limited(Duration limit, Supplier<OptionalLong> work) {
    long until = access.clock().monotonicNanos() + limit.toNanos();
    return new Call().until(access.clock(), until).run(work);
  }

  private OptionalLong doDue() {
    ActiveWriter writer = role.active();
    if (writer == null || !role.isHeld()) {
      return OptionalLong.empty();
    }
    poll(writer);
    if (writer.owesPublication()) {
      // Who committed may be about to publish it: then there is nothing left to do.
      writer.publisher().cover(writer.slate().durable().tail().maxSeq());
    }
    if (writer.showsOldTables() || isOld(writer)) {
      writer.publisher().renew();
    }
    long idleLeft = idleLeft();
    if (idleLeft <= 0) {
      turns.tryRun(this::giveUpIfIdle);
      return role.isHeld() ? OptionalLong.of(RETRY.toNanos()) : OptionalLong.empty();
    }
    return OptionalLong.of(Math.min(idleLeft, POLL.toNanos()));
  }

  private void flushIfWanted() {
    ActiveWriter writer = role.active();
    if (writer != null && role.isHeld() && writer.slate().wantsFlush()) {
      limited(
          FLUSH_LIMIT,
          () -> {
            tryToFlush(writer);
            return OptionalLong.empty();
          });
    }
  }

  /** That the log cannot be flushed must not keep it from being published and given up. */
  private static void tryToFlush(ActiveWriter writer) {
    try {
      int unused = writer.flush();
    } catch (CatalogException | SlateException | ObjectStoreException e) {
      LOG.log(Level.WARNING, "The log could not be flushed: {0}", e.getMessage());
    }
  }

  private long idleLeft() {
    return usedNanos + idle.toNanos() - access.clock().monotonicNanos();
  }

  private void poll(ActiveWriter writer) {
    long now = access.clock().monotonicNanos();
    if (now - polledNanos >= POLL.toNanos()) {
      polledNanos = now;
      writer.slate().refresh();
    }
  }

  private boolean isOld(ActiveWriter writer) {
    Publisher.Published newest = writer.publisher().newest();
    return newest != null
        && access.clock().monotonicNanos() - newest.askedAt().monotonicNanos()
            >= PUBLISH_AGAIN.toNanos();
  }

  private void giveUpIfIdle() {
    ActiveWriter writer = role.active();
    if (writer != null && role.isHeld() && idleLeft() <= 0 && !writer.hasWritesUnderWay()) {
      giveUp();
    }
  }

  /** Gives the role up, if it is held: from then on this process reads like any other. */
  void giveUp() {
    ActiveWriter writer = role.active();
    if (writer == null || !role.isHeld()) {
      return;
    }
    if (!writer.awaitLog() || !role.isHeld()) {
      return; // the last publication would not cover what comes
    }
    if (writer.shouldFlushAtEnd()) {
      tryToFlush(writer);
    }
    LeaseChange leases = access.lake().leaseChange();
    boolean written = false;
    try {
      writer.publisher().close(edit -> withLeases(edit, leases));
      written = true;
    } finally {
      if (written) {
        leases.written();
      } else {
        leases.failed();
      }
    }
    role.giveUp();
  }

  private static CheckpointEdit withLeases(CheckpointEdit edit, LeaseChange leases) {
    return (base, nextId) -> leases.apply(edit.apply(base, nextId), base);
  }

  /** Gives the role up for good, if that can be done soon. */
  @Override
  public void close() {
    task.close();
    role.end();
    try {
      limited(
          CLOSE_LIMIT,
          () -> {
            turns.execute("Giving the writer role up", this::giveUp);
            return OptionalLong.empty();
          });
    } catch (FencedException e) {
      LOG.log(Level.DEBUG, "Another process has the writer role: {0}", e.getMessage());
    } catch (CatalogException | SlateException | ObjectStoreException e) {
      LOG.log(Level.WARNING, "The writer role could not be given up: {0}", e.getMessage());
    } finally {
      role.leave();
    }
  }
}
