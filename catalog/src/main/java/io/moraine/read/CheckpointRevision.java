package io.moraine.read;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The revision that a named checkpoint pins: its manifest, with the log as far as the writer knew
 * it durable then. It never changes, so once open it is not looked up again.
 */
final class CheckpointRevision implements RevisionSource {
  private final UUID id;
  private final LatestManifest latest;
  private final ManifestStore manifests;
  private final Replays replays;
  private final OneAtATime flight = new OneAtATime();
  private volatile @Nullable Revision known;

  CheckpointRevision(UUID id, LatestManifest latest, ManifestStore manifests, Replays replays) {
    this.id = id;
    this.latest = latest;
    this.manifests = manifests;
    this.replays = replays;
  }

  @Override
  public Share acquire(Demand demand) {
    Generation generation =
        shareKnown()
            .orElseGet(
                () ->
                    flight.run(
                        demand.deadline(),
                        Attempts.PURPOSE,
                        () -> shareKnown().orElseGet(() -> search(demand))));
    if (!demand.isMetBy(generation)) {
      replays.generations().release(generation);
      throw new CatalogException(
          Kind.POSITION_NOT_REACHED,
          "Checkpoint "
              + id
              + " is at "
              + generation.position()
              + " and does not reach "
              + demand.required());
    }
    return new Share(generation, Optional.empty());
  }

  private Optional<Generation> shareKnown() {
    return Optional.ofNullable(known).flatMap(replays.generations()::retainSame);
  }

  private Generation search(Demand demand) {
    Generation found = Attempts.until(demand.deadline(), latest, afterRace -> attempt(demand));
    known = found.revision();
    return found;
  }

  private Generation attempt(Demand demand) {
    Revision revision = pinned(naming(latest.look(found -> {})));
    try (Replay replay = replays.of(revision, demand)) {
      replay.readTail();
      Ahead<Manifest> stillNewest = replays.ahead(latest::read);
      return replays.confirmed(replay::finish, () -> checkpointIn(stillNewest.get()));
    }
  }

  /** The manifest, if it names the checkpoint; else the latest one: it may have been a dead one. */
  private Manifest naming(Manifest looked) {
    return looked.findCheckpoint(id).isPresent() ? looked : latest.read();
  }

  private Revision pinned(Manifest newest) {
    long manifestId = checkpointIn(newest).manifestId();
    Manifest pinned =
        manifestId == newest.id()
            ? newest
            : manifests.findById(manifestId).orElseThrow(() -> collected(manifestId));
    return new Revision(pinned, pinned.walIdLastSeen());
  }

  /** The error of a pinned manifest that is gone, unless the checkpoint is gone as well. */
  private CatalogException collected(long manifestId) {
    checkpointIn(latest.read());
    return new CatalogException(
        Kind.REVISION_EXPIRED,
        "Manifest "
            + Long.toUnsignedString(manifestId)
            + ", which checkpoint "
            + id
            + " pins, is not there");
  }

  private Checkpoint checkpointIn(Manifest newest) {
    return newest
        .findCheckpoint(id)
        .orElseThrow(
            () ->
                new CatalogException(
                    Kind.NOT_FOUND,
                    "There is no checkpoint " + id + " in manifest " + newest.id()));
  }
}
