package io.moraine.slate.read;

import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.format.SlateFormatException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Indexes and filters that are read into the cache before anybody has asked for them. That a read
 * fails is of no matter until its table is needed.
 */
public final class Prefetch {
  /** Most tables that are read from. */
  static final int MOST_TABLES = 32;

  /** Most bytes that are read. */
  static final long MOST_BYTES = 8 << 20;

  private final List<AheadRead<Boolean>> reads = new ArrayList<>();

  /** Begins to read of {@code tables} what is not at hand, where least is to be read first. */
  Prefetch(ReadContext context, List<SstReader> tables) {
    List<SstReader> wanted =
        tables.stream()
            .filter(each -> each.cachedMetadata() == null)
            .sorted(Comparator.comparingLong(each -> each.file().openingBytes()))
            .limit(MOST_TABLES)
            .toList();
    long bytes = 0;
    for (SstReader each : wanted) {
      bytes += each.file().openingBytes();
      if (bytes > MOST_BYTES) {
        return;
      }
      reads.add(new AheadRead<>(each.file().path(), () -> read(each)).begin(context));
    }
  }

  private static boolean read(SstReader table) {
    try {
      table.metadata();
      return true;
    } catch (ObjectStoreException | SlateFormatException e) {
      return false;
    }
  }

  /**
   * Waits for all reads.
   *
   * @throws ObjectStoreException of kind INTERRUPTED, CANCELLED or TIMEOUT if the caller's time is
   *     up meanwhile
   */
  public void await() {
    reads.forEach(AheadRead::await);
  }
}
