package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Finds a store's latest manifest, remembering the last one found. Thread-safe.
 *
 * <p>While one is remembered, asking for its successor is enough: ids are consecutive, so the first
 * one missing ends the search. After a few hits, at intervals and whenever an object turned out to
 * be gone the store is listed instead, which also tells a store that was replaced by another.
 */
final class LatestManifest {
  private static final int SUCCESSORS = 4;

  private final ManifestStore manifests;
  private final String location;
  private final Clock clock;
  private final long confirmationNanos;
  private final AtomicReference<@Nullable Seen> seen = new AtomicReference<>();
  private volatile boolean gone;

  /**
   * @param manifest the latest manifest when it was asked for
   * @param listedAtNanos when the store was last listed
   * @param trusted whether asking for the successor is enough
   */
  private record Seen(Manifest manifest, long listedAtNanos, boolean trusted) {}

  LatestManifest(ManifestStore manifests, String location, Clock clock, ReadOptions options) {
    this.manifests = manifests;
    this.location = location;
    this.clock = clock;
    this.confirmationNanos = options.manifestConfirmation().toNanos();
  }

  /**
   * Asks the store.
   *
   * @throws CatalogException of kind NO_LAKE or STORE_REPLACED
   */
  Manifest read() {
    long askedAt = clock.monotonicNanos();
    Seen last = seen.get();
    if (last != null && last.trusted && askedAt - last.listedAtNanos < confirmationNanos) {
      Optional<Manifest> found = successorOf(last.manifest);
      if (found.isPresent()) {
        seen.set(new Seen(found.get(), last.listedAtNanos, true));
        return found.get();
      }
    }
    Manifest latest = list(last);
    seen.set(new Seen(latest, askedAt, true));
    return latest;
  }

  /** Has the next {@link #read} list the store: an object that a manifest names was gone. */
  void distrust() {
    seen.updateAndGet(
        last -> last == null ? null : new Seen(last.manifest, last.listedAtNanos, false));
  }

  /** Whether there was no manifest at all when the store was last listed. */
  boolean isGone() {
    return gone;
  }

  /** The newest successor, if few follow and none of them is dead. */
  private Optional<Manifest> successorOf(Manifest known) {
    Manifest latest = known;
    for (int i = 0; i < SUCCESSORS; i++) {
      Optional<Manifest> next = manifests.findById(latest.id() + 1);
      if (next.isEmpty()) {
        return Long.compareUnsigned(manifests.readBoundary(), latest.id()) < 0
            ? Optional.of(latest)
            : Optional.empty();
      }
      latest = next.get();
    }
    return Optional.empty();
  }

  private Manifest list(@Nullable Seen last) {
    distrust(); // until something is found that goes on from what is known
    Optional<Manifest> found = manifests.readLatest();
    gone = found.isEmpty();
    Manifest latest =
        found.orElseThrow(
            () ->
                new CatalogException(
                    Kind.NO_LAKE, "There is no lake at " + location + "; `init` creates one"));
    if (last != null && isOfAnotherStore(latest, last.manifest)) {
      throw new CatalogException(
          Kind.STORE_REPLACED,
          "Another store lies at "
              + location
              + ": manifest "
              + last.manifest.id()
              + " is not the one read before (the newest is "
              + latest.id()
              + "); open the catalog anew");
    }
    return latest;
  }

  private boolean isOfAnotherStore(Manifest latest, Manifest known) {
    int order = Long.compareUnsigned(latest.id(), known.id());
    if (order <= 0) {
      return order < 0 || !latest.equals(known);
    }
    return manifests.findById(known.id()).map(now -> !now.equals(known)).orElse(false);
  }
}
