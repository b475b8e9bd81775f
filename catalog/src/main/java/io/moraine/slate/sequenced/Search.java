package io.moraine.slate.sequenced;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.sequenced.FolderListing.Ends;
import io.moraine.slate.sequenced.SequencedCache.Known;
import io.moraine.slate.sequenced.SequencedMetadata.Entry;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One search for the newest object of a folder. One use each.
 *
 * <p>Numbers are consecutive and only what the boundary covers is ever deleted. So a successor that
 * is missing means one of two things: there is none yet, or it is dead and with it all before it.
 * The boundary, read afterwards, tells which. Nothing that was found may be given out on the
 * strength of a boundary that was read before it was found: a number that was deleted may have been
 * written once more by somebody who slept meanwhile.
 */
final class Search {
  private static final System.Logger LOGGER = System.getLogger("io.moraine.slate.sequenced");

  /** Each further attempt means that what was found died meanwhile. */
  private static final int MAX_ATTEMPTS = 16;

  private static final int MAX_SUCCESSORS = 4;
  private static final long LAST_ID = -1L; // of unsigned 64 bits

  private final RemoteFolder remote;
  private final SequencedCache cache;
  private final SequencedCounters counters;
  private final Clock clock;
  private final long confirmationNanos;
  private final Consumer<Entry> onFound;
  private boolean boundaryIsFresh;
  private long listedAbove;
  private int probes;

  /** Whether anything else was found than what is remembered, or the folder was listed. */
  private boolean changed;

  /** How a look at the folder ended. */
  private enum Look {
    /** What is remembered now was the newest, if it is alive. */
    FOUND,
    /** No object is above the boundary. */
    NOTHING,
    /** What was remembered is gone, and so is everything else. */
    GONE,
    /** An object went while it was looked for. */
    VANISHED
  }

  Search(
      RemoteFolder remote,
      SequencedCache cache,
      SequencedCounters counters,
      Clock clock,
      long confirmationNanos,
      Consumer<Entry> onFound) {
    this.remote = remote;
    this.cache = cache;
    this.counters = counters;
    this.clock = clock;
    this.confirmationNanos = confirmationNanos;
    this.onFound = onFound;
  }

  /** The object in force; empty if there is none at all. */
  Optional<Entry> confirmed() {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Look look = look();
      if (look == Look.GONE) {
        return Optional.empty();
      }
      Known candidate = cache.newest();
      boolean steady = readBoundary();
      Boundary now = cache.boundary();
      if (look == Look.NOTHING && now.id() == listedAbove && nothingIsThere(now)) {
        return Optional.empty();
      }
      if (look == Look.FOUND && steady && candidate != null) {
        if (cache.give(candidate, now)) {
          counters.read(probes, !changed);
          return Optional.of(candidate.entry());
        }
        counters.boundaryInvalidation();
      }
    }
    throw tooFast();
  }

  /** The newest object found, which may be dead. */
  Optional<Entry> unconfirmed() {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Look look = look();
      Known found = cache.newest();
      if (look == Look.FOUND && found != null) {
        counters.read(probes, !changed);
        return Optional.of(found.entry());
      }
      if (look == Look.NOTHING || look == Look.GONE) {
        return confirmed();
      }
      boundaryIsFresh = false;
    }
    throw tooFast();
  }

  private Look look() {
    Known known = cache.newest();
    if (known == null) {
      return cold();
    }
    return cache
        .confirmationDue(clock.monotonicNanos(), confirmationNanos)
        .map(why -> confirm(known, why))
        .orElseGet(() -> successors(known));
  }

  private Look cold() {
    if (!boundaryIsFresh) {
      readBoundary();
    }
    long askedAt = clock.monotonicNanos();
    long doubts = cache.doubts();
    fallBack(cache.reasonForNothing());
    listedAbove = cache.boundary().id();
    Optional<ObjectMeta> highest = remote.listing().above(listedAbove).highest();
    if (highest.isEmpty()) {
      return Look.NOTHING;
    }
    long id = remote.listing().id(highest.get());
    if (Long.compareUnsigned(id, cache.lastGiven()) < 0) {
      throw new StoreReplacedException(remote.location(), cache.lastGiven(), id);
    }
    Optional<Known> found = fetch(highest.get(), askedAt);
    found.ifPresent(known -> cache.confirm(known, askedAt, doubts));
    return found.isPresent() ? Look.FOUND : Look.VANISHED;
  }

  private Look successors(Known known) {
    Entry last = known.entry();
    for (int i = 0; i < MAX_SUCCESSORS; i++) {
      Optional<Bytes> next = last.id() == LAST_ID ? Optional.empty() : remote.find(last.id() + 1);
      probes++;
      counters.probe(next.isPresent());
      if (next.isEmpty()) {
        return Look.FOUND;
      }
      last = new Entry(last.id() + 1, next.get());
      advance(new Known(last, null), clock.monotonicNanos());
    }
    fallBack(FallBack.MANY_NEW);
    long askedAt = clock.monotonicNanos();
    Optional<ObjectMeta> highest = remote.listing().above(last.id()).highest();
    return highest.isEmpty() || fetch(highest.get(), askedAt).isPresent()
        ? Look.FOUND
        : Look.VANISHED;
  }

  /** Lists from the remembered object on, so that it must be seen itself. */
  private Look confirm(Known known, FallBack why) {
    fallBack(why);
    long askedAt = clock.monotonicNanos();
    long doubts = cache.doubts();
    Ends ends = remote.listing().above(known.id() - 1);
    if (ends.highest().isEmpty()) {
      return goneOrReplaced(known);
    }
    ObjectMeta lowest = ends.lowest().orElseThrow();
    ObjectMeta highest = ends.highest().get();
    Known confirmed = known;
    if (remote.listing().id(lowest) == known.id() && !lowest.equals(known.meta())) {
      checkSame(known, highest);
      confirmed = new Known(known.entry(), lowest);
    }
    if (remote.listing().id(highest) != known.id() && fetch(highest, askedAt).isEmpty()) {
      return Look.VANISHED;
    }
    cache.confirm(confirmed, askedAt, doubts);
    return Look.FOUND;
  }

  private Look goneOrReplaced(Known known) {
    Optional<ObjectMeta> any = remote.listing().above(0).highest();
    if (any.isEmpty()) {
      return Look.GONE;
    }
    long id = remote.listing().id(any.get());
    if (Long.compareUnsigned(id, known.id()) < 0) {
      throw new StoreReplacedException(remote.location(), known.id(), id);
    }
    return Look.VANISHED;
  }

  private void checkSame(Known known, ObjectMeta highest) {
    Optional<Bytes> content = remote.find(known.id());
    if (content.isPresent() && !content.get().equals(known.entry().bytes())) {
      throw new StoreReplacedException(remote.location(), known.id(), remote.listing().id(highest));
    }
  }

  /** Reads a listed object, if it is still there. */
  private Optional<Known> fetch(ObjectMeta meta, long seenAtNanos) {
    long id = remote.listing().id(meta);
    Optional<Known> found = remote.find(id).map(content -> new Known(new Entry(id, content), meta));
    if (found.isPresent()) {
      advance(found.get(), seenAtNanos);
    } else {
      fallBack(FallBack.VANISHED);
    }
    return found;
  }

  private void advance(Known found, long seenAtNanos) {
    changed = true;
    if (cache.advance(found, seenAtNanos)) {
      counters.readAdvance();
    }
    onFound.accept(found.entry());
  }

  /** Whether the boundary did not fall. */
  private boolean readBoundary() {
    Boundary before = cache.boundary();
    boundaryIsFresh = true;
    return cache.note(before, remote.readBoundary(before));
  }

  /**
   * Whether there is no object at all.
   *
   * @throws SlateFormatException if all are dead: the newest one is never collected
   */
  private boolean nothingIsThere(Boundary boundary) {
    if (boundary.id() == 0) {
      return true;
    }
    Optional<ObjectMeta> highest = remote.listing().above(0).highest();
    if (highest.isPresent() && !boundary.isBelow(remote.listing().id(highest.get()))) {
      throw new SlateFormatException(
          remote.names().boundary(),
          0,
          "boundary "
              + Long.toUnsignedString(boundary.id())
              + ", but no object of "
              + remote.names().folder()
              + " has a higher number");
    }
    return highest.isEmpty();
  }

  private void fallBack(FallBack why) {
    changed = true;
    counters.fallBack(why);
    Known known = cache.newest();
    String last = known == null ? "none" : Long.toUnsignedString(known.id());
    LOGGER.log(
        Level.DEBUG,
        () ->
            remote.location()
                + ": listed, as it is "
                + why
                + "; last seen "
                + last
                + ", successors asked for "
                + probes);
  }

  private ObjectStoreException tooFast() {
    return new ObjectStoreException(
        Kind.UNAVAILABLE,
        remote.names().folder(),
        remote.location()
            + ": objects vanish faster than they can be read, "
            + MAX_ATTEMPTS
            + " in a row",
        null);
  }
}
