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
  private final GenerationOpener opener;
  private final Generations generations;
  private final SingleFlight flight = new SingleFlight();
  private volatile @Nullable Revision known;

  CheckpointRevision(
      UUID id,
      LatestManifest latest,
      ManifestStore manifests,
      GenerationOpener opener,
      Generations generations) {
    this.id = id;
    this.latest = latest;
    this.manifests = manifests;
    this.opener = opener;
    this.generations = generations;
  }

  @Override
  public Generation acquire(Demand demand) {
    Generation generation =
        shareKnown()
            .orElseGet(
                () ->
                    flight.run(
                        demand.deadline(),
                        Attempts.PURPOSE,
                        () -> shareKnown().orElseGet(() -> search(demand))));
    if (!demand.isMetBy(generation.position())) {
      generations.release(generation);
      throw new CatalogException(
          Kind.POSITION_NOT_REACHED,
          "Checkpoint "
              + id
              + " is at "
              + generation.position()
              + " and does not reach "
              + demand.position().orElseThrow());
    }
    return generation;
  }

  private Optional<Generation> shareKnown() {
    return Optional.ofNullable(known).flatMap(generations::retainSame);
  }

  private Generation search(Demand demand) {
    Generation found = Attempts.until(demand.deadline(), latest, () -> attempt(demand));
    known = found.revision();
    return found;
  }

  private Generation attempt(Demand demand) {
    Revision revision = pinned(latest.read());
    Generation generation = opener.open(revision, demand);
    boolean done = false;
    try {
      checkpointIn(latest.read());
      done = true;
      return generation;
    } finally {
      if (!done) {
        generations.release(generation);
      }
    }
  }

  private Revision pinned(Manifest newest) {
    long manifestId = checkpointIn(newest).manifestId();
    Manifest pinned =
        manifestId == newest.id()
            ? newest
            : manifests
                .findById(manifestId)
                .orElseThrow(
                    () ->
                        new CatalogException(
                            Kind.REVISION_EXPIRED,
                            "Manifest "
                                + manifestId
                                + ", which checkpoint "
                                + id
                                + " pins, is not there"));
    return new Revision(pinned, pinned.walIdLastSeen());
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
