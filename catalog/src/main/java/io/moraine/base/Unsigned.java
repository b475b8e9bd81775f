package io.moraine.base;

/** What {@link Long} lacks for unsigned 64 bits. */
public final class Unsigned {
  private Unsigned() {}

  /** The greater one. */
  public static long max(long a, long b) {
    return Long.compareUnsigned(a, b) >= 0 ? a : b;
  }
}
