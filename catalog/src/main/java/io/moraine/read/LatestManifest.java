package io.moraine.read;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.sequenced.StoreReplacedException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Finds a lake's latest manifest. Thread-safe. */
final class LatestManifest {
  private final ManifestStore manifests;
  private final String location;
  private volatile boolean gone;

  LatestManifest(ManifestStore manifests, String location) {
    this.manifests = manifests;
    this.location = location;
  }

  /**
   * The manifest in force: the newest that existed when this was called, or a newer one.
   *
   * @throws CatalogException of kind NO_LAKE or STORE_REPLACED
   */
  Manifest read() {
    return find(manifests::readLatest);
  }

  /**
   * The newest manifest, one request cheaper and earlier than {@link #read}, but possibly dead: it
   * may be used to begin with, and nothing of it may be shown to anybody before a later {@link
   * #read} that does not contradict.
   *
   * @param onFound is given each manifest that this finds to be newer than those known before, in
   *     this thread and as soon as it is found; what is returned may be known from before
   * @throws CatalogException of kind NO_LAKE or STORE_REPLACED
   */
  Manifest look(Consumer<Manifest> onFound) {
    return find(() -> manifests.look(onFound));
  }

  /** As {@link #look}, for who has just lost a race against another that wrote a manifest. */
  Manifest lookAfterRace() {
    return find(() -> manifests.lookAfterRace(found -> {}));
  }

  /** Whether a manifest that {@link #look} gave is not dead. Asks for the boundary alone. */
  boolean isInForce(Manifest looked) {
    return manifests.isInForce(looked);
  }

  /** Whether a manifest that {@link #look} gave is dead by what was read since. Asks nobody. */
  boolean isKnownDead(Manifest looked) {
    return manifests.isKnownDead(looked);
  }

  /** Has the next search list the store: an object that a manifest names was gone. */
  void distrust() {
    manifests.distrust();
  }

  /** Whether there was no manifest at all when one was last looked for. */
  boolean isGone() {
    return gone;
  }

  private Manifest find(Supplier<Optional<Manifest>> search) {
    Optional<Manifest> found;
    try {
      found = search.get();
    } catch (StoreReplacedException e) {
      throw new CatalogException(
          Kind.STORE_REPLACED,
          "Another store lies at "
              + location
              + ": manifest "
              + Long.toUnsignedString(e.knownId())
              + " is not the one read before (the newest is "
              + Long.toUnsignedString(e.newestId())
              + "); open the catalog anew",
          e);
    }
    gone = found.isEmpty();
    return found.orElseThrow(
        () ->
            new CatalogException(
                Kind.NO_LAKE, "There is no lake at " + location + "; `init` creates one"));
  }
}
