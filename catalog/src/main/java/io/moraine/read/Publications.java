package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the publication of the writer in charge, remembering what the last one pinned. */
final class Publications {
  private final ManifestStore manifests;
  private final Clock clock;
  private volatile @Nullable Manifest lastPinned;

  Publications(ManifestStore manifests, Clock clock) {
    this.manifests = manifests;
    this.clock = clock;
  }

  /**
   * The unexpired publication that pins the highest manifest, if that manifest has the writer epoch
   * of {@code newest}: then nobody else wrote since.
   */
  Optional<Publication> findTrusted(Manifest newest) {
    return find(newest)
        .flatMap(
            each ->
                pinnedBy(each, newest)
                    .filter(pinned -> pinned.writerEpoch() == newest.writerEpoch())
                    .map(pinned -> new Publication(each.id(), revision(pinned))));
  }

  /** What a publication in {@code manifest} pins if that is this very manifest. Asks nobody. */
  Optional<Revision> findOwn(Manifest manifest) {
    return find(manifest)
        .filter(each -> each.manifestId() == manifest.id())
        .map(each -> revision(manifest));
  }

  private Optional<Checkpoint> find(Manifest manifest) {
    return manifest.checkpoints().stream()
        .filter(PublicationNames::isOne)
        .filter(each -> !each.isExpired(clock.wallMillis() / 1000))
        .max((a, b) -> Long.compareUnsigned(a.manifestId(), b.manifestId()));
  }

  private static Revision revision(Manifest pinned) {
    return new Revision(pinned, pinned.walIdLastSeen());
  }

  private Optional<Manifest> pinnedBy(Checkpoint checkpoint, Manifest newest) {
    if (checkpoint.manifestId() == newest.id()) {
      lastPinned = newest; // as it is by the next manifest too, if that is a reader's
      return Optional.of(newest);
    }
    Manifest known = lastPinned;
    if (known != null && known.id() == checkpoint.manifestId()) {
      return Optional.of(known);
    }
    Optional<Manifest> pinned = manifests.findById(checkpoint.manifestId());
    lastPinned = pinned.orElse(null);
    return pinned;
  }
}
