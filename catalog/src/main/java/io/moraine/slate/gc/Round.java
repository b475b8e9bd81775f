package io.moraine.slate.gc;

import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.WriteRefusedException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One collection, as its tasks see it. Not thread-safe. */
final class Round {
  private final CollectorParts parts;
  private final CollectorOptions options;

  /** Pinned manifests that were read; they do not change. */
  private final Map<Long, Manifest> pinned = new HashMap<>();

  private int checkpointsDropped;

  Round(CollectorParts parts, CollectorOptions options) {
    this.parts = parts;
    this.options = options;
  }

  CollectorParts parts() {
    return parts;
  }

  CollectorOptions options() {
    return options;
  }

  /** How many checkpoints were dropped so far. */
  int checkpointsDropped() {
    return checkpointsDropped;
  }

  /**
   * The manifest in force, once dead checkpoints are out of it. A dry run shows it as it would be.
   *
   * @throws WriteRefusedException if it may refer to what is not known here
   */
  Manifest latest() {
    while (true) {
      Manifest found = parts.manifests().readLatest().orElseThrow(this::noDatabase);
      checkKnown(found);
      List<Checkpoint> alive = alive(found);
      int dead = found.checkpoints().size() - alive.size();
      if (dead == 0) {
        return found;
      }
      Optional<Manifest> next = without(found, alive);
      if (next.isPresent()) {
        checkpointsDropped = options.dryRun() ? dead : checkpointsDropped + dead;
        return next.get();
      }
    }
  }

  private List<Checkpoint> alive(Manifest manifest) {
    long nowSeconds = parts.nowMillis() / 1000;
    return manifest.checkpoints().stream()
        .filter(each -> !parts.rule().isDead(each, nowSeconds))
        .toList();
  }

  /** Empty if another manifest was written first. */
  private Optional<Manifest> without(Manifest manifest, List<Checkpoint> alive) {
    Manifest next = manifest.change().id(manifest.id() + 1).checkpoints(alive).build();
    return options.dryRun() ? Optional.of(next) : parts.manifests().create(next, parts.ids());
  }

  /**
   * All manifests that somebody may read, the one in force first.
   *
   * @throws ObjectStoreException if one of them cannot be read: nobody can tell what it needs
   */
  References references() {
    Manifest latest = latest();
    List<Manifest> all =
        latest.checkpoints().stream()
            .map(Checkpoint::manifestId)
            .distinct()
            .filter(id -> id != latest.id())
            .map(this::pinned)
            .toList();
    return new References(latest, all);
  }

  private Manifest pinned(long id) {
    ManifestStore manifests = parts.manifests();
    Manifest found = pinned.computeIfAbsent(id, manifests::readById);
    checkKnown(found);
    return found;
  }

  private static void checkKnown(Manifest manifest) {
    if (manifest.hasUnknownFields()) {
      throw unknown("manifest " + Long.toUnsignedString(manifest.id()));
    }
  }

  /** The refusal to collect what may be referred to in a way that is not known here. */
  static WriteRefusedException unknown(String what) {
    return new WriteRefusedException(
        WriteRefusedException.Reason.UNKNOWN_CONTENT,
        what
            + " was written by a newer version and may refer to more than is known here;"
            + " collect with that version");
  }

  private ObjectStoreException noDatabase() {
    String folder = parts.layout().manifests().folder();
    return new ObjectStoreException(
        ObjectStoreException.Kind.NOT_FOUND,
        folder,
        parts.store().location() + "/" + folder + ": no manifest",
        null);
  }

  /** Tells whether an object is old enough by the store's time, as of now. */
  Age age(Garbage kind) {
    return new Age(parts.nowMillis(), options.minAgeMillis(kind));
  }

  /**
   * An age that objects must have.
   *
   * @param nowMillis the store's time, milliseconds since 1970-01-01 UTC
   * @param minMillis the age
   */
  record Age(long nowMillis, long minMillis) {
    boolean isReachedBy(ObjectMeta object) {
      return nowMillis - object.modifiedMillis() > minMillis;
    }
  }
}
