package io.moraine.objectstore;

import io.moraine.base.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Objects under slash-separated paths. All are immutable but the few that are made to be replaced.
 *
 * <p>A path is relative to the store, has no leading, trailing or doubled slash and only ASCII
 * characters that every store orders alike. All calls block, are thread-safe and may be
 * interrupted; they end when the {@link io.moraine.base.Call} that the thread works for is
 * cancelled or its time is up.
 */
public interface ObjectStore extends AutoCloseable {
  /**
   * The whole object.
   *
   * @throws ObjectStoreException of kind NOT_FOUND if there is none; any other kind if it could not
   *     be read
   */
  Bytes read(String path);

  /**
   * Bytes {@code [offset, offset + length)}, cut at the object's end.
   *
   * @throws ObjectStoreException of kind NOT_FOUND if there is no object; of kind BAD_REQUEST if
   *     the range starts behind its end
   */
  Bytes readRange(String path, long offset, int length);

  /**
   * The last {@code length} bytes, or all if there are fewer, with the object's size.
   *
   * @throws ObjectStoreException of kind NOT_FOUND if there is none
   */
  Tail readTail(String path, int length);

  /** Size and time of an object, or empty if there is none. */
  Optional<ObjectMeta> head(String path);

  /**
   * The whole object, unless it still is the one that an earlier answer tagged with {@code etag}.
   *
   * @param etag the tag; "" for none
   * @return empty if it did not change
   * @throws ObjectStoreException as {@link #read}
   */
  default Optional<Tagged> readIfChanged(String path, String etag) {
    Bytes content = read(path);
    String now = ContentTag.of(content);
    return now.equals(etag) ? Optional.empty() : Optional.of(new Tagged(content, now));
  }

  /**
   * The objects directly in {@code folder} whose name is greater than {@code afterName} ("" for
   * all), ascending by name. A folder that does not exist has none.
   */
  default List<ObjectMeta> list(String folder, String afterName) {
    Page page = listPage(folder, afterName);
    List<ObjectMeta> objects = new ArrayList<>(page.objects());
    while (page.truncated()) {
      page = listPage(folder, page.lastName());
      objects.addAll(page.objects());
    }
    return objects;
  }

  /** The first of what {@link #list} tells, as many as the store gives in one answer. */
  Page listPage(String folder, String afterName);

  /**
   * Creates an object unless one exists. Atomic among all processes: no reader ever sees a part,
   * and one of several creators wins.
   *
   * @param putId a fresh id for each series of attempts, by which a creator whose answer was lost
   *     recognises its own object
   * @throws ObjectStoreException of kind UNANSWERED if it cannot be told whether the object was
   *     created; of another kind if it was certainly not
   */
  PutOutcome putIfAbsent(String path, Bytes content, String putId);

  /**
   * Replaces an object that exists, if it still is the one that {@link #readIfChanged} tagged.
   * Atomic among all processes that replace it: of several that were given one tag, one succeeds.
   * Nobody sees a part, or nothing.
   *
   * @param etag the tag of what is to be replaced
   * @return whether it was replaced; if not, there is another object, or none
   * @throws ObjectStoreException of kind UNANSWERED if it cannot be told whether it was replaced:
   *     read it again; of kind MISCONFIGURED if the store has no such operation; of another kind if
   *     it was certainly not
   */
  boolean replaceIfUnchanged(String path, Bytes content, String etag);

  /**
   * Deletes an object; does nothing if there is none.
   *
   * @throws ObjectStoreException of kind UNANSWERED if it cannot be told whether it is gone; of
   *     another kind if it was certainly not deleted
   */
  void delete(String path);

  /**
   * The put id that an object was created with. Empty if there is no such object, or if the store
   * does not keep it.
   */
  default Optional<String> findPutId(String path) {
    return Optional.empty();
  }

  /** Whether there is nothing at all in the store. */
  default boolean isEmpty() {
    Page root = listPage("", "");
    return root.objects().isEmpty() && root.lastName().isEmpty();
  }

  /**
   * How far the store's clock was ahead of ours when it told last, in milliseconds, to a second; 0
   * for a store that goes by ours, or has not told yet.
   */
  default long clockLeadMillis() {
    return 0;
  }

  /** Where the objects are, for messages; never holds a secret. */
  String location();

  /**
   * Whether a call takes no longer than handing it to another thread, so that asking for several
   * objects at once gains nothing.
   */
  boolean isLocal();

  @Override
  void close();

  /** What became of {@link #putIfAbsent}. */
  enum PutOutcome {
    /** The object is ours and new. */
    CREATED,
    /** Another's object is there. */
    EXISTS,
    /** The object was already there and is our own, from an earlier attempt of the same put id. */
    OWN
  }

  /**
   * A part of a listing.
   *
   * @param objects the objects, ascending by name
   * @param lastName the name after which the next page begins
   * @param truncated whether there may be more
   */
  record Page(List<ObjectMeta> objects, String lastName, boolean truncated) {
    public Page {
      objects = List.copyOf(objects);
    }

    /** All there is. */
    public static Page whole(List<ObjectMeta> objects) {
      return new Page(
          objects, objects.isEmpty() ? "" : objects.get(objects.size() - 1).name(), false);
    }
  }

  /**
   * An object with its tag, which changes when the content does.
   *
   * @param content the content
   * @param etag the tag, as the store writes it
   */
  record Tagged(Bytes content, String etag) {}

  /**
   * The end of an object.
   *
   * @param size size of the whole object in bytes
   * @param content its last bytes
   */
  record Tail(long size, Bytes content) {}
}
