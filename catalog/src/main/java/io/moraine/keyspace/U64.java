package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Unsigned 64-bit integers as the keys hold them: eight bytes, big-endian. */
public final class U64 {
  private static final VarHandle BE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private U64() {}

  /**
   * The integer at {@code offset} of {@code bytes}.
   *
   * @throws IndexOutOfBoundsException if fewer than eight bytes are there
   */
  public static long readBe(Bytes bytes, int offset) {
    if (offset < 0 || offset > bytes.length() - Long.BYTES) {
      throw new IndexOutOfBoundsException(offset + " in " + bytes.length() + " bytes");
    }
    return (long) BE.get(bytes.array(), bytes.arrayOffset() + offset);
  }

  /** Eight fresh bytes. */
  static byte[] toBe(long value) {
    byte[] bytes = new byte[Long.BYTES];
    BE.set(bytes, 0, value);
    return bytes;
  }
}
