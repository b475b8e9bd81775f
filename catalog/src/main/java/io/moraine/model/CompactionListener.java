package io.moraine.model;

import io.moraine.base.Bytes;

/** Is told how far a compaction by hand is, on the thread that asked for it. */
@FunctionalInterface
public interface CompactionListener {
  /** Is told nothing. */
  CompactionListener NONE = progress -> {};

  /** A compaction goes on: every thousand rows or so, and with each table that was written. */
  void at(Progress progress);

  /**
   * How far the compaction of a segment is.
   *
   * @param segment the segment's prefix
   * @param rowsRead stored rows that it has read
   * @param bytesWritten bytes that it has written
   * @param bytesToRead size of all that it will have read, about
   */
  record Progress(Bytes segment, long rowsRead, long bytesWritten, long bytesToRead) {}
}
