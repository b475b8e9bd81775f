package io.moraine.slate.sequenced;

import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.sequenced.Look.Result;
import io.moraine.slate.sequenced.SequencedCache.Known;
import io.moraine.slate.sequenced.SequencedMetadata.Entry;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One search for the newest object of a folder. One use each.
 *
 * <p>What was found may be dead, as the boundary tells; but only one that was read after the object
 * was: a number that is deleted may be written once more by somebody who slept meanwhile.
 */
final class Search {
  /** Each further attempt means that what was found died meanwhile. */
  private static final int MAX_ATTEMPTS = 16;

  private final SequencedParts parts;
  private final SequencedCache cache;
  private final Look look;

  Search(SequencedParts parts, Consumer<Entry> onFound) {
    this.parts = parts;
    this.cache = parts.cache();
    this.look = new Look(parts, onFound);
  }

  /** The object in force; empty if there is none at all. */
  Optional<Entry> confirmed() {
    if (cache.newest() == null) {
      parts.readBoundary();
    }
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Result result = look.again();
      if (result == Result.GONE) {
        return Optional.empty();
      }
      boolean steady = parts.readBoundary();
      if (result == Result.NOTHING && nothingIsThere()) {
        return Optional.empty();
      }
      if (result == Result.FOUND && steady) {
        if (cache.give(look.found().id())) {
          return answer(look.found());
        }
        parts.counters().boundaryInvalidation();
      }
    }
    throw tooFast();
  }

  /**
   * The newest object found, which may be dead by a boundary not read yet; empty if there is none
   * at all.
   */
  Optional<Entry> unconfirmed() {
    return unconfirmed(look::again);
  }

  /** The same, after another has written the successor of what is remembered, or more. */
  Optional<Entry> unconfirmedAfterRace() {
    return unconfirmed(look::afterRace);
  }

  private Optional<Entry> unconfirmed(Supplier<Result> looking) {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (cache.newest() == null) {
        parts.readBoundary();
      }
      Result result = looking.get();
      if (result == Result.FOUND) {
        Known found = look.found();
        if (cache.boundary().isBelow(found.id())) {
          return answer(found);
        }
        cache.dropDead();
        parts.counters().boundaryInvalidation();
        continue;
      }
      if (result == Result.NOTHING || result == Result.GONE) {
        return confirmed();
      }
    }
    throw tooFast();
  }

  private Optional<Entry> answer(Known found) {
    parts.counters().read(look.probes(), !look.changed());
    return Optional.of(found.entry());
  }

  /**
   * Whether there is no object at all, none having been found.
   *
   * @throws SlateFormatException if all are dead: the newest one is never collected
   */
  private boolean nothingIsThere() {
    Boundary boundary = cache.boundary();
    if (boundary.id() != look.listedAbove()) {
      return false;
    }
    if (boundary.id() == 0) {
      return true;
    }
    Optional<ObjectMeta> highest = parts.highestAbove(0);
    if (highest.isPresent() && !boundary.isBelow(parts.remote().listing().id(highest.get()))) {
      SequencedFolder names = parts.remote().names();
      throw new SlateFormatException(
          names.boundary(),
          0,
          "boundary "
              + Long.toUnsignedString(boundary.id())
              + ", but no object of "
              + names.folder()
              + " has a higher number");
    }
    return highest.isEmpty();
  }

  private ObjectStoreException tooFast() {
    return new ObjectStoreException(
        Kind.UNAVAILABLE,
        parts.remote().names().folder(),
        parts.remote().location()
            + ": objects vanish faster than they can be read, "
            + MAX_ATTEMPTS
            + " in a row",
        null);
  }
}
