package io.moraine.slate.read;

/** Which way a scan goes. */
public enum Direction {
  /** From the least key to the greatest. */
  ASCENDING,
  /** From the greatest key to the least. */
  DESCENDING
}
