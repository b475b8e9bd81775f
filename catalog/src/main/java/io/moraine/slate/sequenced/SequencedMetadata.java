package io.moraine.slate.sequenced;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.slate.sequenced.SequencedCache.Known;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Objects that are numbered one by one and of which the newest counts, with a memory of the newest
 * one seen: its successors are asked for by number, and the folder is listed only when that does
 * not do. One for a store and folder. Thread-safe.
 *
 * <p>Requests of {@link #readLatest}, where the boundary is asked for with the tag of what is
 * known:
 *
 * <ul>
 *   <li>nothing known: boundary, LIST above it, GET, boundary;
 *   <li>nothing new: GET of the successor, boundary;
 *   <li>up to three new objects: a GET each, one more GET, boundary;
 *   <li>four or more: four GETs, LIST above them, GET unless nothing more is there, boundary;
 *   <li>after an own write: as nothing new;
 *   <li>after a race that was lost: GET of the successor with LIST above it beside, GET if that
 *       shows more; no boundary.
 * </ul>
 *
 * <p>At intervals, and after {@link #distrust}, the folder is listed from the known object on:
 * LIST, a GET of the known object if the listing tells other than the last one, a GET of the newest
 * if that is another, boundary.
 *
 * <p>What is given out never goes back, and is never dead by the boundary. Source of the protocol:
 * SlateDB {@code slatedb-txn-obj/src/object_store.rs} at e0161973.
 */
public final class SequencedMetadata {
  private static final int MOST_UNANSWERED = 8;

  private final SequencedParts parts;
  private final RemoteFolder remote;
  private final SequencedCache cache = new SequencedCache();

  /**
   * One object.
   *
   * @param id its number, unsigned 64 bits
   * @param bytes its content
   */
  public record Entry(long id, Bytes bytes) {}

  /**
   * One object in a listing.
   *
   * @param id its number, unsigned 64 bits
   * @param meta what the store tells of it
   */
  public record Listed(long id, ObjectMeta meta) {}

  /** What became of {@link #create}. */
  public enum Creation {
    /** The object is ours and in force until it has a successor. */
    CREATED,
    /**
     * It is not in force: another's object has that number, or the number is dead. That can also
     * mean that it was in force and others had it superseded and collected meanwhile.
     */
    CONFLICT
  }

  /**
   * The objects of {@code folder} in {@code store}, which it does not close.
   *
   * @param executor looks at many objects at once where a folder is larger than a page
   * @param confirmation age after which what is remembered is looked for in a listing
   */
  public SequencedMetadata(
      ObjectStore store,
      SequencedFolder folder,
      Executor executor,
      Clock clock,
      Duration confirmation) {
    this.remote = RemoteFolder.in(store, folder, executor);
    this.parts =
        new SequencedParts(remote, cache, new SequencedCounters(), clock, confirmation.toNanos());
  }

  /**
   * The object in force, or empty if there is none: the newest that existed when this was called,
   * or a newer one.
   *
   * @throws StoreReplacedException if what was read before is not there any more, or not as it was
   * @throws io.moraine.slate.format.SlateFormatException if the boundary cannot be true
   * @throws ObjectStoreException if the store cannot be read
   */
  public Optional<Entry> readLatest() {
    return new Search(parts, entry -> {}).confirmed();
  }

  /**
   * As {@link #readLatest}, without looking at the boundary at the end, and giving each newer
   * object to {@code onFound} as soon as it is found, so that work on it can begin. What is found
   * may be dead: nothing of it may be shown to anybody before a later {@link #readLatest} has given
   * it out or what follows from it.
   *
   * @throws StoreReplacedException likewise
   */
  public Optional<Entry> look(Consumer<Entry> onFound) {
    return new Search(parts, onFound).unconfirmed();
  }

  /**
   * As {@link #look}, for who has just lost a race: in a store far away it lists what follows
   * beside asking for the successor, so that one who is slower than another that writes all the
   * time is no more than two requests behind.
   *
   * @throws StoreReplacedException likewise
   */
  public Optional<Entry> lookAfterRace(Consumer<Entry> onFound) {
    return new Search(parts, onFound).unconfirmedAfterRace();
  }

  /**
   * Whether the object numbered {@code id}, which a {@link #look} gave, is in force: one request,
   * which completes that look to what {@link #readLatest} would have given. If not, look anew.
   */
  public boolean isInForce(long id) {
    if (!parts.readBoundary()) {
      return false;
    }
    boolean alive = cache.give(id);
    if (!alive) {
      parts.counters().boundaryInvalidation();
    }
    return alive;
  }

  /** Whether the object numbered {@code id} is dead by the boundary read last. Asks nobody. */
  public boolean isKnownDead(long id) {
    return !cache.boundary().isBelow(id);
  }

  /**
   * The object numbered {@code id}, dead or alive.
   *
   * @throws ObjectStoreException of kind NOT_FOUND if it is not there
   */
  public Entry readById(long id) {
    return findById(id)
        .orElseThrow(
            () ->
                new ObjectStoreException(
                    Kind.NOT_FOUND,
                    remote.names().path(id),
                    remote.location() + "/" + remote.names().names().of(id) + ": no such object",
                    null));
  }

  /** As {@link #readById}, but empty if it is not there. */
  public Optional<Entry> findById(long id) {
    Optional<Entry> found = remote.find(id).map(bytes -> new Entry(id, bytes));
    if (found.isPresent() && cache.newest() != null) {
      parts.advanceByRead(new Known(found.get(), null));
    }
    return found;
  }

  /**
   * Creates the object numbered {@code id}, which is to be the newest one's successor.
   *
   * @param putId a fresh id for each series of attempts, by which an object is recognised as our
   *     own though the answer was lost
   * @throws ObjectStoreException of kind UNANSWERED if it may exist, and may be in force: to be
   *     called again with the same arguments; of another kind if it was certainly not created
   */
  public Creation create(long id, Bytes bytes, String putId) {
    return create(id, bytes, putId, () -> {});
  }

  /**
   * As {@link #create(long, Bytes, String)}.
   *
   * @param onSent is run once the object is there and ours, before the boundary is looked at
   */
  public Creation create(long id, Bytes bytes, String putId, Runnable onSent) {
    if (!cache.boundary().isBelow(id)) {
      return dead();
    }
    PutOutcome outcome = remote.store().putIfAbsent(remote.names().path(id), bytes, putId);
    if (outcome == PutOutcome.EXISTS) {
      return Creation.CONFLICT;
    }
    onSent.run();
    Entry own = new Entry(id, bytes);
    readBoundaryAfterWriting(id);
    if (!cache.give(id)) {
      return dead();
    }
    parts.advanceByWrite(own);
    return Creation.CREATED;
  }

  /** All objects there are, dead ones too, ascending by number. */
  public List<Listed> list() {
    return remote.store().list(remote.names().folder(), "").stream()
        .flatMap(
            each ->
                remote.names().names().idIn(each.name()).stream()
                    .mapToObj(id -> new Listed(id, each)))
        .toList();
  }

  /**
   * Declares the objects up to number {@code id} dead, for everybody and for good, unless they are
   * so already. To be done before any of them is deleted: somebody who slept meanwhile may create a
   * number again, and must then learn that it is not in force.
   *
   * @param id below that of an object that was given out as the one in force
   * @param putId a fresh id for this call
   * @return up to which number they are dead now: at least {@code id}
   * @throws ObjectStoreException of kind MISCONFIGURED if the store cannot replace objects; of kind
   *     UNANSWERED if it cannot be told whether the boundary moved
   */
  public long advanceBoundary(long id, String putId) {
    if (Long.compareUnsigned(id, cache.lastGiven()) >= 0) {
      throw new IllegalArgumentException("nobody would find an object in force above " + id);
    }
    for (int unanswered = 0; ; unanswered++) {
      Boundary now = readBoundaryNow();
      if (!now.isBelow(id)) {
        return now.id();
      }
      try {
        remote.writeBoundary(now, id, putId);
      } catch (ObjectStoreException e) {
        if (e.kind() != Kind.UNANSWERED || unanswered == MOST_UNANSWERED) {
          throw e;
        }
      }
    }
  }

  private Boundary readBoundaryNow() {
    Boundary before = cache.boundary();
    Boundary now = remote.readBoundary(before);
    boolean unused = cache.note(before, now);
    return now;
  }

  /** Deletes the object numbered {@code id}, which is dead; does nothing if it is gone. */
  public void delete(long id) {
    remote.store().delete(remote.names().path(id));
    deleted(id);
  }

  /** Where the objects are, for messages. */
  public String location() {
    return remote.location();
  }

  /** Takes note that the object numbered {@code id} was deleted. */
  public void deleted(long id) {
    Known known = cache.newest();
    if (known != null && known.id() == id) {
      cache.drop(id, FallBack.DELETION);
      parts.counters().deletion();
    }
  }

  /** Has {@code entry}, whose content cannot be understood, read anew. */
  public void damaged(Entry entry) {
    cache.drop(entry.id(), FallBack.DAMAGE);
  }

  /** Has the next search list the folder: something that a live object names was gone. */
  public void distrust() {
    cache.doubt();
  }

  /** What is remembered, and how it was found. */
  public SequencedFigures figures() {
    Known known = cache.newest();
    return new SequencedFigures(
        remote.names().folder(),
        known == null ? OptionalLong.empty() : OptionalLong.of(known.id()),
        known == null ? 0 : known.entry().bytes().length(),
        cache.boundary().id(),
        parts.counters().counts());
  }

  /** What is remembered may be dead as well, and must not be built upon again. */
  private Creation dead() {
    parts.counters().boundaryInvalidation();
    cache.dropDead();
    return Creation.CONFLICT;
  }

  private void readBoundaryAfterWriting(long id) {
    try {
      parts.readBoundary();
    } catch (ObjectStoreException e) {
      throw new ObjectStoreException(
          Kind.UNANSWERED,
          remote.names().path(id),
          remote.location()
              + "/"
              + remote.names().names().of(id)
              + " was written, but whether it is in force cannot be told: "
              + e.getMessage(),
          e);
    }
  }
}
