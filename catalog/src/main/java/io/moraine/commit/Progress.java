package io.moraine.commit;

import io.moraine.model.CommitPosition;
import io.moraine.read.SystemRecords;
import io.moraine.slate.SlateReader;
import io.moraine.slate.write.PendingWrite;
import org.jspecify.annotations.Nullable;

/**
 * How far the commits of one epoch have come, durable or not. As nobody else writes in it, what was
 * read once stays true. Used in turns of the {@link Committer}, {@link #last} by anybody.
 */
final class Progress {
  private final RecentChanges changes = new RecentChanges();
  private @Nullable CommitPosition position;
  private volatile @Nullable PendingWrite last;

  /**
   * The commit position of the newest state, which {@code newest} shows.
   *
   * @throws io.moraine.model.CatalogException if there is no lake, or none that can be written
   */
  CommitPosition position(SlateReader newest) {
    CommitPosition known = position;
    if (known == null) {
      SystemRecords system = SystemRecords.read(newest);
      system.checkWritable();
      known = system.position();
      position = known;
    }
    return known;
  }

  /** A batch was handed in that leads to {@code reached}. */
  void advance(PendingWrite write, CommitPosition reached) {
    position = reached;
    last = write;
  }

  /** The last batch of the epoch; null before the first. */
  @Nullable PendingWrite last() {
    return last;
  }

  /** What the latest snapshots did. */
  RecentChanges changes() {
    return changes;
  }
}
