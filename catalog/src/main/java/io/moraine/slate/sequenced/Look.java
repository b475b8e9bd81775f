package io.moraine.slate.sequenced;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.slate.sequenced.FolderListing.Ends;
import io.moraine.slate.sequenced.SequencedCache.Known;
import io.moraine.slate.sequenced.SequencedMetadata.Entry;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks for objects newer than the one remembered, as often as a search needs to. For one thread.
 *
 * <p>Numbers are consecutive, and only what the boundary covers is ever deleted. So a successor
 * that is missing means one of two things: there is none yet, or it is dead and with it all before
 * it.
 */
final class Look {
  private static final int MAX_SUCCESSORS = 4;
  private static final long LAST_ID = -1L; // of unsigned 64 bits

  private final SequencedParts parts;
  private final SequencedCache cache;
  private final Consumer<Entry> onFound;
  private int probes;
  private boolean changed;
  private long listedAbove;
  private @Nullable Known found;

  /** How it ended. */
  enum Result {
    /** What {@link #found} gives was the newest, unless it is dead. */
    FOUND,
    /** No object is above the boundary. */
    NOTHING,
    /** What was remembered is gone, and so is everything else. */
    GONE,
    /** An object went while it was looked for. */
    VANISHED
  }

  Look(SequencedParts parts, Consumer<Entry> onFound) {
    this.parts = parts;
    this.cache = parts.cache();
    this.onFound = onFound;
  }

  /** Looks once more. */
  Result again() {
    return lookOn(this::askForSuccessors);
  }

  /** The same, when more successors than one are to be expected. */
  Result afterRace() {
    return lookOn(
        parts.remote().store().isLocal() ? this::askForSuccessors : this::askBesideListing);
  }

  private Result lookOn(Function<Known, Result> successors) {
    Known known = cache.newest();
    if (known == null) {
      return listAll();
    }
    return cache
        .confirmationDue(parts.clock().monotonicNanos(), parts.confirmationNanos())
        .map(why -> confirm(known, why))
        .orElseGet(() -> successors.apply(known));
  }

  /**
   * The object that no successor was found of. What is remembered may be another one by now, which
   * says nothing: it was found by somebody who began to look earlier.
   */
  Known found() {
    return Objects.requireNonNull(found);
  }

  /** Successors that were asked for so far. */
  int probes() {
    return probes;
  }

  /** Whether anything was found that was not remembered, or the folder was listed. */
  boolean changed() {
    return changed;
  }

  /** The number above which {@link Result#NOTHING} was found. */
  long listedAbove() {
    return listedAbove;
  }

  private Result listAll() {
    fallBack(cache.reasonForNothing());
    long askedAt = parts.clock().monotonicNanos();
    long doubts = cache.doubts();
    long lastGiven = cache.lastGiven();
    listedAbove = cache.boundary().id();
    Optional<ObjectMeta> highest = parts.highestAbove(listedAbove);
    if (highest.isEmpty()) {
      return Result.NOTHING;
    }
    long id = id(highest.get());
    if (Long.compareUnsigned(id, lastGiven) < 0) {
      throw replaced(lastGiven, id);
    }
    if (!fetch(highest.get())) {
      return Result.VANISHED;
    }
    cache.settle(askedAt, doubts);
    return Result.FOUND;
  }

  private Result askBesideListing(Known known) {
    RemoteFolder.After after = parts.remote().after(known.id());
    found = known;
    probes++;
    parts.counters().probe(after.next().isPresent());
    if (after.highest().isPresent()) {
      fallBack(FallBack.MANY_NEW);
      return fetch(after.highest().get()) ? Result.FOUND : Result.VANISHED;
    }
    after.next().ifPresent(next -> advance(new Known(new Entry(known.id() + 1, next), null)));
    return Result.FOUND;
  }

  private Result askForSuccessors(Known known) {
    Entry last = known.entry();
    found = known;
    for (int i = 0; i < MAX_SUCCESSORS; i++) {
      Optional<Bytes> next =
          last.id() == LAST_ID ? Optional.empty() : parts.remote().find(last.id() + 1);
      probes++;
      parts.counters().probe(next.isPresent());
      if (next.isEmpty()) {
        return Result.FOUND;
      }
      last = new Entry(last.id() + 1, next.get());
      advance(new Known(last, null));
    }
    fallBack(FallBack.MANY_NEW);
    Optional<ObjectMeta> highest = parts.highestAbove(last.id());
    return highest.isEmpty() || fetch(highest.get()) ? Result.FOUND : Result.VANISHED;
  }

  /** Lists from the remembered object on, so that it must show itself. */
  private Result confirm(Known known, FallBack why) {
    fallBack(why);
    long askedAt = parts.clock().monotonicNanos();
    long doubts = cache.doubts();
    Ends ends = parts.remote().listing().above(known.id() - 1);
    if (ends.highest().isEmpty()) {
      return goneOrReplaced(known);
    }
    ObjectMeta lowest = ends.lowest().orElseThrow();
    ObjectMeta highest = ends.highest().get();
    if (id(lowest) == known.id() && !lowest.equals(known.meta())) {
      if (!isUnchanged(known)) {
        return deadOrReplaced(known, id(highest));
      }
      cache.describe(new Known(known.entry(), lowest));
    }
    found = known;
    if (id(highest) != known.id() && !fetch(highest)) {
      return Result.VANISHED;
    }
    cache.settle(askedAt, doubts);
    return Result.FOUND;
  }

  private Result goneOrReplaced(Known known) {
    Optional<ObjectMeta> any = parts.highestAbove(0);
    if (any.isEmpty()) {
      return Result.GONE;
    }
    if (Long.compareUnsigned(id(any.get()), known.id()) < 0) {
      throw replaced(known.id(), id(any.get()));
    }
    return Result.VANISHED;
  }

  private boolean isUnchanged(Known known) {
    return parts
        .remote()
        .find(known.id())
        .map(content -> content.equals(known.entry().bytes()))
        .orElse(true);
  }

  /** A number that is dead may be written once more, by somebody who slept meanwhile. */
  private Result deadOrReplaced(Known known, long highestId) {
    parts.readBoundary();
    if (cache.boundary().isBelow(known.id())) {
      throw replaced(known.id(), highestId);
    }
    cache.dropDead();
    parts.counters().boundaryInvalidation();
    return Result.VANISHED;
  }

  /** Reads a listed object; false if it is gone. */
  private boolean fetch(ObjectMeta meta) {
    Optional<Bytes> content = parts.remote().find(id(meta));
    if (content.isEmpty()) {
      fallBack(FallBack.VANISHED);
      return false;
    }
    advance(new Known(new Entry(id(meta), content.get()), meta));
    return true;
  }

  private void advance(Known further) {
    changed = true;
    found = further;
    parts.advanceByRead(further);
    onFound.accept(further.entry());
  }

  private void fallBack(FallBack why) {
    changed = true;
    parts.fallBack(why, probes);
  }

  private long id(ObjectMeta object) {
    return parts.remote().listing().id(object);
  }

  private StoreReplacedException replaced(long knownId, long newestId) {
    return new StoreReplacedException(parts.remote().location(), knownId, newestId);
  }
}
