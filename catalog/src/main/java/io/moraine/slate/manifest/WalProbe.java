package io.moraine.slate.manifest;

import io.moraine.base.Workers;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Finds the objects of one database's write-ahead log. Thread-safe.
 *
 * <p>Their ids are given out one by one, so the log ends before the first id that is missing. Many
 * ids are looked at at once, in waves, rather than by binary search: an id that collection took
 * must not be mistaken for the end. In a local store one after the other is faster.
 */
public final class WalProbe {
  /** How many ids are looked at at once. */
  public static final int WAVE = 32;

  /** The fewest that are looked at once more is there than was known. */
  private static final int SMALLEST_WAVE = 4;

  private static final long LAST_ID = -1L; // of unsigned 64 bits

  private final ObjectStore store;
  private final StoreLayout layout;
  private final Executor executor;

  /** How many to look at once more is there than was known: twice what it was the last time. */
  private volatile int nextWave = WAVE;

  /**
   * Probes the database at {@code layout} in {@code store}; does not close the store.
   *
   * @param executor its threads look at many ids at once
   */
  public WalProbe(ObjectStore store, StoreLayout layout, Executor executor) {
    this.store = store;
    this.layout = layout;
    this.executor = executor;
  }

  /**
   * The objects that follow {@code walId} without a gap, as of now: the first has the id {@code
   * walId + 1}, the last {@code walId} plus the size of the list.
   */
  public List<ObjectMeta> findAfter(long walId) {
    return store.isLocal() ? findOneByOne(walId) : findInWaves(walId, WAVE);
  }

  private List<ObjectMeta> findOneByOne(long walId) {
    List<ObjectMeta> found = new ArrayList<>();
    for (long id = walId; id != LAST_ID; id++) {
      Optional<ObjectMeta> next = store.head(layout.wal(id + 1));
      if (next.isEmpty()) {
        return found;
      }
      found.add(next.get());
    }
    return found;
  }

  private List<ObjectMeta> findInWaves(long walId, int firstWave) {
    List<ObjectMeta> found = new ArrayList<>();
    while (true) {
      int size = found.isEmpty() ? firstWave : WAVE;
      List<Optional<ObjectMeta>> wave = headAll(walId + found.size(), size);
      for (Optional<ObjectMeta> each : wave) {
        if (each.isEmpty()) {
          return found;
        }
        found.add(each.get());
      }
      if (wave.isEmpty()) {
        return found;
      }
    }
  }

  /** The last id that exists without a gap after {@code walId}; that id itself if none does. */
  public long lastIdAfter(long walId) {
    return walId + findAfter(walId).size();
  }

  /**
   * As {@link #lastIdAfter}, for when most likely nothing follows: looks at one id alone first. If
   * it is there, the first wave is as large as what was new the last time suggests: each look has
   * its price.
   */
  public long lastIdBeyond(long knownLastId) {
    if (store.isLocal()) {
      return lastIdAfter(knownLastId);
    }
    long next = knownLastId + 1;
    if (store.head(layout.wal(next)).isEmpty()) {
      return knownLastId;
    }
    int further = findInWaves(next, nextWave).size();
    nextWave = Math.max(SMALLEST_WAVE, Math.min(2 * (1 + further), WAVE));
    return next + further;
  }

  /** Everything in the log's folder, ascending by id; for inspection. */
  public List<ObjectMeta> list() {
    return store.list(layout.walFolder(), "").stream()
        .filter(each -> StoreLayout.walId(each.name()).isPresent())
        .toList();
  }

  /** Looks at {@code count} ids at once; fewer where the ids end. */
  private List<Optional<ObjectMeta>> headAll(long afterId, int count) {
    List<Supplier<Optional<ObjectMeta>>> heads = new ArrayList<>(count);
    for (long id = afterId; heads.size() < count && id != LAST_ID; id++) {
      String path = layout.wal(id + 1);
      heads.add(() -> store.head(path));
    }
    try {
      return Workers.runAll(executor, heads);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ObjectStoreException(
          Kind.INTERRUPTED, layout.walFolder(), "interrupted while looking for the log's end", e);
    }
  }
}
