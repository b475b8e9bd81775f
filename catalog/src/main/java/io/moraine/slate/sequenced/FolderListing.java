package io.moraine.slate.sequenced;

import io.moraine.base.Workers;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStore.Page;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Finds the ends of a folder of numbered objects. Thread-safe.
 *
 * <p>One page is most often all there is. If it is cut off, its end is the lowest number of many,
 * and listing on would cost a request for each page. So numbers above it are looked at instead, 32
 * at once: first at doubling distances, then evenly between the highest that is there and the next
 * that is not, until one more page covers the rest. A number that is missing proves nothing, as
 * objects are deleted; what is found in this way is a place to list on from.
 */
final class FolderListing {
  static final int WAVE = 32;

  /** How far above a page is looked at first; what lies further off is listed. */
  private static final long REACH = 1L << WAVE;

  private static final long LAST_ID = -1L; // of unsigned 64 bits

  private final ObjectStore store;
  private final SequencedFolder folder;
  private final Executor executor;

  /**
   * The ends of a stretch of numbers, empty if nothing is there.
   *
   * @param lowest the object with the lowest number
   * @param highest the object with the highest one
   */
  record Ends(Optional<ObjectMeta> lowest, Optional<ObjectMeta> highest) {
    private static Ends of(List<ObjectMeta> ascending) {
      return ascending.isEmpty()
          ? new Ends(Optional.empty(), Optional.empty())
          : new Ends(
              Optional.of(ascending.get(0)), Optional.of(ascending.get(ascending.size() - 1)));
    }
  }

  FolderListing(ObjectStore store, SequencedFolder folder, Executor executor) {
    this.store = store;
    this.folder = folder;
    this.executor = executor;
  }

  /** The ends of what lies above {@code id}. */
  Ends above(long id) {
    Page page = store.listPage(folder.folder(), folder.names().of(id));
    List<ObjectMeta> found = new ArrayList<>(numbered(page));
    while (page.truncated()) {
      long last = found.isEmpty() ? id : id(found.get(found.size() - 1));
      Optional<ObjectMeta> further = probeAbove(last, Math.max(1, page.objects().size()));
      further.ifPresent(found::add);
      String after = further.map(ObjectMeta::name).orElse(page.lastName());
      page = store.listPage(folder.folder(), after);
      found.addAll(numbered(page));
    }
    return Ends.of(found);
  }

  /** The number in the name of an object that was found here. */
  long id(ObjectMeta object) {
    return folder.names().idIn(object.name()).orElseThrow();
  }

  /** An object with no more than a page behind it, if any is there. */
  private Optional<ObjectMeta> probeAbove(long id, int pageSize) {
    Optional<ObjectMeta> found = Optional.empty();
    long low = id;
    long missing = Long.compareUnsigned(id + REACH, id) > 0 ? id + REACH : LAST_ID;
    List<Long> ids = doubling(id);
    while (true) {
      List<Optional<ObjectMeta>> heads = head(ids);
      int hit = lastPresent(heads);
      if (hit >= 0) {
        found = heads.get(hit);
        low = ids.get(hit);
      }
      if (hit + 1 < ids.size()) {
        missing = ids.get(hit + 1);
      }
      if (found.isEmpty() || missing - low <= pageSize) {
        return found;
      }
      ids = evenly(low, missing);
    }
  }

  private static int lastPresent(List<Optional<ObjectMeta>> heads) {
    int last = heads.size() - 1;
    while (last >= 0 && heads.get(last).isEmpty()) {
      last--;
    }
    return last;
  }

  /** Numbers above {@code low} at doubling distances, as far as numbers go. */
  private static List<Long> doubling(long low) {
    return IntStream.range(0, WAVE)
        .mapToObj(each -> low + (1L << each))
        .filter(each -> Long.compareUnsigned(each, low) > 0)
        .toList();
  }

  /** Numbers between both, evenly spread. */
  private static List<Long> evenly(long low, long high) {
    long step = (high - low) / (WAVE + 1) + 1;
    List<Long> ids = new ArrayList<>(WAVE);
    for (long distance = step; distance < high - low; distance += step) {
      ids.add(low + distance);
    }
    return ids;
  }

  private List<Optional<ObjectMeta>> head(List<Long> ids) {
    List<Supplier<Optional<ObjectMeta>>> heads = new ArrayList<>(ids.size());
    for (long id : ids) {
      String path = folder.path(id);
      heads.add(() -> store.head(path));
    }
    try {
      return Workers.runAll(executor, heads);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ObjectStoreException(
          Kind.INTERRUPTED, folder.folder(), "interrupted while looking for the newest object", e);
    }
  }

  private List<ObjectMeta> numbered(Page page) {
    return page.objects().stream()
        .filter(each -> folder.names().idIn(each.name()).isPresent())
        .toList();
  }
}
