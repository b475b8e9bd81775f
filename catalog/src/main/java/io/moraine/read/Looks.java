package io.moraine.read;

import io.moraine.read.RevisionSource.Demand;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.WalProbe;
import io.moraine.slate.read.Prefetch;

/**
 * Opens revisions that nothing protects, by looking again at the end: the manifest that the search
 * began with must not have been dead.
 *
 * <p>Once the tail is read, its publication must still be in the latest manifest, unless the log
 * was not flushed meanwhile: what it was published by goes soon beside a busy writer, but nobody
 * collects a log that a writer would replay. Of a log whose end was probed for, the latest
 * manifest, read after the probe met the end, must not replay from an id that the probe asked for;
 * else objects may have been collected, or a fence may since have filled the hole that looked like
 * the end. When the end of the log was known before, probing on from there and then reading the
 * latest manifest says both at once.
 *
 * <p>All this is about the log; it holds as well where a lease protects the tables.
 *
 * @param latest finds the latest manifest
 * @param probe finds the end of the log
 * @param replays opens revisions
 */
record Looks(LatestManifest latest, WalProbe probe, Replays replays) {
  /** What {@code publication}, found in {@code newest}, pins. */
  Generation published(Publication publication, Manifest newest, EarlyReplays early) {
    return replays
        .generations()
        .retainSame(publication.revision())
        .map(live -> replays.confirmed(() -> live, () -> checkInForce(newest)))
        .orElseGet(() -> readPublished(publication, newest, early));
  }

  private Generation readPublished(Publication publication, Manifest newest, EarlyReplays early) {
    try (Replay replay = early.take(publication.revision())) {
      replay.readTail();
      Ahead<Manifest> stillNewest = replays.ahead(latest::read);
      return replays.confirmed(
          replay::finish,
          () -> {
            if (!protects(stillNewest.get(), publication)) {
              throw new StartOverException("the publication went while its tail was read");
            }
            checkNotDead(newest);
          });
    }
  }

  /**
   * Whether the log of a publication was safe from collection up to now: by the publication, or
   * because no writer has flushed any of it since.
   */
  private static boolean protects(Manifest latest, Publication publication) {
    long from = publication.revision().manifest().replayAfterWalId();
    return latest.findCheckpoint(publication.checkpointId()).isPresent()
        || Long.compareUnsigned(latest.replayAfterWalId(), from) <= 0;
  }

  /** A revision whose manifest was found after its log had been seen to end. */
  Generation grown(Revision revision, Demand demand) {
    Ahead<Boolean> inForce =
        replays.ahead(
            () -> {
              checkInForce(revision.manifest());
              return true;
            });
    return replays.confirmed(() -> replays.open(revision, demand), inForce::get);
  }

  /** {@code newest} with its log as far as it goes. */
  Generation probed(Manifest newest, Demand demand) {
    Prefetch tables = replays.slate().prefetch(newest);
    return upTo(probe.lastIdAfter(newest.replayAfterWalId()), newest, tables, demand);
  }

  /**
   * {@code newest} with its log up to an object after which there was none.
   *
   * @param tables what was begun to be read of it
   */
  Generation upTo(long lastWalId, Manifest newest, Prefetch tables, Demand demand) {
    long from = newest.replayAfterWalId();
    Ahead<Manifest> latestNow = replays.ahead(latest::read);
    return replays.confirmed(
        () -> {
          tables.await();
          return replays.open(new Revision(newest, lastWalId), demand);
        },
        () -> {
          if (Long.compareUnsigned(latestNow.get().replayAfterWalId(), from) > 0) {
            throw new StartOverException("the log was flushed while its end was looked for");
          }
          checkNotDead(newest);
        });
  }

  private void checkInForce(Manifest newest) {
    if (!latest.isInForce(newest)) {
      throw died(newest);
    }
  }

  /** As {@link #checkInForce}, once the latest manifest was read anew, and the boundary with it. */
  private void checkNotDead(Manifest newest) {
    if (latest.isKnownDead(newest)) {
      throw died(newest);
    }
  }

  private static StartOverException died(Manifest newest) {
    return new StartOverException(
        "manifest " + Long.toUnsignedString(newest.id()) + " was dead, or died meanwhile");
  }
}
