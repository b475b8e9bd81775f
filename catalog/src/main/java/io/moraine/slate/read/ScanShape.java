package io.moraine.slate.read;

/** How far a scan reads ahead, and whether what it reads is worth keeping. */
public enum ScanShape {
  /** Listings of whole kinds: far ahead, and nothing is kept. */
  BULK(8 << 20, 32, false),
  /** Ranges that are likely to be read again: far ahead, and kept. */
  RANGE_PROBE(8 << 20, 32, true),
  /** A few neighbours: a little ahead, and kept. */
  EQUALITY_PROBE(1 << 20, 2, true),
  /** The first entry of a range: one block at a time, and kept. */
  SEEK(0, 1, true),
  /** A long background pass: a little ahead, and nothing is kept. */
  STREAMING(256 << 10, 2, false);

  private final int readAheadBytes;
  private final int tasks;
  private final boolean admitsBlocks;

  ScanShape(int readAheadBytes, int tasks, boolean admitsBlocks) {
    this.readAheadBytes = readAheadBytes;
    this.tasks = tasks;
    this.admitsBlocks = admitsBlocks;
  }

  /** How many bytes are read before they are asked for; 0 for none. */
  public int readAheadBytes() {
    return readAheadBytes;
  }

  /** How many requests are under way at once. */
  public int tasks() {
    return tasks;
  }

  /** Whether blocks that were read enter the cache. */
  public boolean admitsBlocks() {
    return admitsBlocks;
  }
}
