package io.moraine.slate.format;

/** What a table file is for. */
public enum SstType {
  /** Sorted rows of the tree. */
  COMPACTED,
  /** Rows of the write-ahead log in the order of their writing. */
  WAL
}
