package io.moraine.slate.manifest;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.SlateFormatException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The manifests of one database. Thread-safe; keeps the latest one it has seen.
 *
 * <p>Collection may take any manifest but the latest, at any moment; the boundary object tells up
 * to which id manifests are dead though they may still be there, or appear once more. Source:
 * SlateDB {@code slatedb-txn-obj/src/object_store.rs} at e0161973.
 */
public final class ManifestStore {
  /** Each further attempt means that the manifest found was collected meanwhile. */
  private static final int MAX_ATTEMPTS = 16;

  private final ObjectStore store;
  private final StoreLayout layout;
  private volatile @Nullable Latest latest;
  private volatile long lastBoundary;

  /** A manifest with what its listing said, by which a replaced store shows. */
  private record Latest(ObjectMeta meta, Manifest manifest) {}

  /** The manifests of the database at {@code layout} in {@code store}, which it does not close. */
  public ManifestStore(ObjectStore store, StoreLayout layout) {
    this.store = store;
    this.layout = layout;
  }

  /**
   * The manifest in force, or empty if there is no database.
   *
   * @throws SlateFormatException if it is damaged, or of an unknown version
   * @throws StoreBeingCreatedException if its database is not complete
   * @throws ObjectStoreException if the store cannot be read
   */
  public Optional<Manifest> readLatest() {
    if (latest == null) {
      lastBoundary = readBoundary();
    }
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      long boundary = lastBoundary;
      Optional<ObjectMeta> highest = findHighest(boundary);
      Optional<Latest> found = highest.flatMap(this::readIfThere);
      lastBoundary = readBoundary();
      if (highest.isEmpty() && lastBoundary == boundary) {
        return noneAbove(boundary);
      }
      if (found.isPresent() && isAbove(lastBoundary, found.get().manifest().id())) {
        latest = found.get();
        return Optional.of(found.get().manifest());
      }
    }
    throw new ObjectStoreException(
        Kind.UNAVAILABLE,
        layout.manifestFolder(),
        store.location()
            + "/"
            + layout.manifestFolder()
            + ": manifests vanish faster than they"
            + " can be read, "
            + MAX_ATTEMPTS
            + " in a row",
        null);
  }

  /**
   * The manifest with a given id, as a checkpoint names it; dead ones too.
   *
   * @throws ObjectStoreException of kind NOT_FOUND if it is not there
   * @throws SlateFormatException if it is damaged, or of an unknown version
   */
  public Manifest readById(long id) {
    return ManifestCodec.decode(layout, id, store.read(layout.manifest(id)));
  }

  /** As {@link #readById}, but empty if it is not there. */
  public Optional<Manifest> findById(long id) {
    try {
      return Optional.of(readById(id));
    } catch (ObjectStoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** What is there, ascending by id; for inspection. */
  public List<ObjectMeta> list() {
    return manifestsAbove(0);
  }

  /**
   * The id up to which manifests are dead, 0 if there is none.
   *
   * @throws SlateFormatException if the boundary object holds no number
   */
  public long readBoundary() {
    Region region;
    try {
      region = Region.whole(layout.manifestBoundary(), store.read(layout.manifestBoundary()));
    } catch (ObjectStoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return 0;
      }
      throw e;
    }
    return parseBoundary(region);
  }

  private static long parseBoundary(Region region) {
    Bytes content = region.bytes();
    String text =
        new String(
                content.array(),
                content.arrayOffset(),
                Math.min(content.length(), 64),
                StandardCharsets.ISO_8859_1)
            .strip();
    if (text.matches("[0-9]{1,20}")) {
      try {
        return Long.parseUnsignedLong(text);
      } catch (NumberFormatException e) {
        throw new SlateFormatException(
            region.object(), 0, "boundary " + text + " is more than 64 bits", e);
      }
    }
    throw region.at(0, "expected a decimal number, found '" + text + "'");
  }

  private Optional<Latest> readIfThere(ObjectMeta meta) {
    Latest known = latest;
    if (known != null && known.meta().equals(meta)) {
      return Optional.of(known);
    }
    long id = StoreLayout.manifestId(meta.name()).orElseThrow();
    return findById(id).map(found -> new Latest(meta, found));
  }

  private Optional<ObjectMeta> findHighest(long boundary) {
    List<ObjectMeta> manifests = manifestsAbove(boundary);
    return manifests.isEmpty()
        ? Optional.empty()
        : Optional.of(manifests.get(manifests.size() - 1));
  }

  /** No database, or a boundary that cannot be: collection never takes the latest manifest. */
  private Optional<Manifest> noneAbove(long boundary) {
    latest = null;
    if (boundary == 0 || manifestsAbove(0).isEmpty()) {
      return Optional.empty();
    }
    throw new SlateFormatException(
        layout.manifestBoundary(),
        0,
        "boundary " + Long.toUnsignedString(boundary) + ", but no manifest has a higher id");
  }

  private List<ObjectMeta> manifestsAbove(long id) {
    List<ObjectMeta> manifests = new ArrayList<>();
    for (ObjectMeta each : store.list(layout.manifestFolder(), layout.manifestName(id))) {
      OptionalLong eachId = StoreLayout.manifestId(each.name());
      if (eachId.isPresent() && isAbove(id, eachId.getAsLong())) {
        manifests.add(each);
      }
    }
    return manifests;
  }

  private static boolean isAbove(long boundary, long id) {
    return Long.compareUnsigned(id, boundary) > 0;
  }
}
