package io.moraine.slate.compaction;

import io.moraine.base.Bytes;

/** Is told how far a compaction is. */
@FunctionalInterface
public interface CompactionProgress {
  /** Tells nobody. */
  CompactionProgress NONE = (segment, rowsRead, bytesWritten, bytesToRead) -> {};

  /**
   * A compaction goes on. Called on its thread, for every table that it has written and every
   * thousand rows or so.
   *
   * @param segment the prefix of its segment
   * @param rowsRead stored rows that it has read
   * @param bytesWritten bytes that it has written
   * @param bytesToRead size of all that it will have read, about
   */
  void at(Bytes segment, long rowsRead, long bytesWritten, long bytesToRead);

  /** A compaction is done: the manifest has its result, whatever becomes of those that follow. */
  default void done(CompactionResult result) {}
}
