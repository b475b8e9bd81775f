package io.moraine.slate.gc;

import io.moraine.objectstore.ObjectPaths;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.ExternalDb;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.sequenced.SequencedMetadata;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Detaches a clone from databases whose tables it has no use for any more: the checkpoint that
 * keeps those tables is given up there, then the database is forgotten here. A database that is not
 * found in this object store is left as it is.
 */
final class Detachment {
  private static final Duration NEVER_CONFIRMED = Duration.ofDays(1);

  private final Round round;
  private int detached;

  Detachment(Round round) {
    this.round = round;
  }

  /** Detaches all that can be. */
  void run() {
    if (round.latest().externalDbs().isEmpty()) {
      return;
    }
    References references = round.references();
    references.latest().externalDbs().stream()
        .filter(each -> isUnused(each, references))
        .forEach(
            each -> {
              if (detach(each)) {
                detached++;
              }
            });
  }

  /** How many were detached. */
  int detached() {
    return detached;
  }

  private static boolean isUnused(ExternalDb parent, References references) {
    UUID checkpoint = parent.finalCheckpointId();
    return checkpoint != null
        && references
            .all()
            .flatMap(each -> each.externalDbs().stream())
            .filter(each -> checkpoint.equals(each.finalCheckpointId()))
            .allMatch(each -> each.sstIds().isEmpty());
  }

  private boolean detach(ExternalDb parent) {
    if (!ObjectPaths.isValid(parent.path())) {
      return false;
    }
    ManifestStore parents = manifestsOf(new StoreLayout(parent.path()));
    if (parents.readLatest().isEmpty()) {
      return false;
    }
    if (!round.options().dryRun()) {
      change(parents, manifest -> withoutCheckpoint(manifest, parent));
      change(round.parts().manifests(), manifest -> withoutParent(manifest, parent));
    }
    return true;
  }

  private ManifestStore manifestsOf(StoreLayout layout) {
    CollectorParts parts = round.parts();
    return new ManifestStore(
        new SequencedMetadata(
            parts.store(), layout.manifests(), parts.executor(), parts.clock(), NEVER_CONFIRMED),
        layout);
  }

  /** Writes what {@code change} makes of the manifest in force, until it makes nothing of it. */
  private void change(ManifestStore manifests, Function<Manifest, Optional<Manifest>> change) {
    while (true) {
      Optional<Manifest> next = manifests.readLatest().flatMap(change);
      if (next.isEmpty() || manifests.create(next.get(), round.parts().ids()).isPresent()) {
        return;
      }
    }
  }

  private static Optional<Manifest> withoutCheckpoint(Manifest manifest, ExternalDb parent) {
    List<Checkpoint> others =
        manifest.checkpoints().stream()
            .filter(each -> !each.id().equals(parent.finalCheckpointId()))
            .toList();
    return others.size() == manifest.checkpoints().size()
        ? Optional.empty()
        : Optional.of(manifest.change().id(manifest.id() + 1).checkpoints(others).build());
  }

  private static Optional<Manifest> withoutParent(Manifest manifest, ExternalDb parent) {
    List<ExternalDb> others =
        manifest.externalDbs().stream().filter(each -> !each.equals(parent)).toList();
    return others.size() == manifest.externalDbs().size()
        ? Optional.empty()
        : Optional.of(manifest.change().id(manifest.id() + 1).externalDbs(others).build());
  }
}
