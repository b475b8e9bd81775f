package io.moraine.slate;

import io.moraine.base.Bytes;
import io.moraine.slate.compaction.CompactionProgress;
import io.moraine.slate.compaction.CompactionResult;
import io.moraine.slate.compaction.CompactionVoidException;
import io.moraine.slate.compaction.StoreCompactor;
import io.moraine.slate.manifest.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The compactor of one SlateDB database. Takes the place of another compactor when it begins, and
 * holds nothing that must be closed. Thread-safe. Made by {@link SlateStore#compactor}.
 *
 * <p>Errors of the store are thrown as {@link SlateException}; {@link
 * io.moraine.slate.compaction.CompactorFencedException} as it is.
 */
public final class SlateCompactor {
  private final String database;
  private final StoreCompactor compactor;

  SlateCompactor(String database, StoreCompactor compactor) {
    this.database = database;
    this.compactor = compactor;
  }

  /** Whether {@code manifest} has tables that are to be merged by themselves. Asks nobody. */
  public boolean isDue(Manifest manifest) {
    return compactor.isDue(manifest);
  }

  /**
   * Why compaction should be left to somebody else now: another compactor is at work, or may be
   * about to begin. Empty if it need not.
   *
   * @param manifest the newest that is known
   */
  public Optional<String> objection(Manifest manifest) {
    return translating(() -> compactor.objection(manifest));
  }

  /**
   * Does one compaction that somebody asked for, or that is due.
   *
   * @return what was done; empty if there was nothing to do
   * @throws io.moraine.slate.compaction.CompactorFencedException if another compactor took the
   *     store
   */
  public Optional<CompactionResult> compactNext(CompactionProgress progress) {
    return translating(() -> compactor.compactNext(progress));
  }

  /**
   * Merges every tree, or that of one segment, into one run.
   *
   * @return what was done, in the order of segments; a tree that was one run is left alone
   * @throws io.moraine.slate.compaction.CompactorFencedException if another compactor took the
   *     store meanwhile
   */
  public List<CompactionResult> compactFully(Optional<Bytes> segment, CompactionProgress progress) {
    return translating(() -> compactor.compactFully(segment, progress));
  }

  /** The epoch that this compactor had last, unsigned; 0 for none. */
  public long lastEpoch() {
    return compactor.lastEpoch();
  }

  private <T> T translating(Supplier<T> action) {
    try {
      return SlateException.translating(database, action);
    } catch (CompactionVoidException e) {
      throw new SlateException(
          SlateException.Kind.UNAVAILABLE, database, String.valueOf(e.getMessage()), e);
    }
  }
}
