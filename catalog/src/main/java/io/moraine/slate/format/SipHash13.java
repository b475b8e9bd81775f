package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** SipHash with one compression and three finalisation rounds, by which filters hash keys. */
public final class SipHash13 {
  private static final VarHandle I64 =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private long v0;
  private long v1;
  private long v2;
  private long v3;

  private SipHash13(long k0, long k1) {
    v0 = k0 ^ 0x736f6d6570736575L;
    v1 = k1 ^ 0x646f72616e646f6dL;
    v2 = k0 ^ 0x6c7967656e657261L;
    v3 = k1 ^ 0x7465646279746573L;
  }

  /** The hash of {@code key} under the key 0, 0. */
  public static long hash(Bytes key) {
    return hash(key, 0, 0);
  }

  static long hash(Bytes input, long k0, long k1) {
    SipHash13 state = new SipHash13(k0, k1);
    byte[] array = input.array();
    int at = input.arrayOffset();
    int end = at + input.length();
    for (; at + 8 <= end; at += 8) {
      state.mix((long) I64.get(array, at));
    }
    long last = (long) input.length() << 56;
    for (int shift = 0; at < end; at++, shift += 8) {
      last |= (array[at] & 0xffL) << shift;
    }
    state.mix(last);
    return state.finish();
  }

  private void mix(long word) {
    v3 ^= word;
    round();
    v0 ^= word;
  }

  private long finish() {
    v2 ^= 0xff;
    round();
    round();
    round();
    return v0 ^ v1 ^ v2 ^ v3;
  }

  private void round() {
    v0 += v1;
    v1 = Long.rotateLeft(v1, 13) ^ v0;
    v0 = Long.rotateLeft(v0, 32);
    v2 += v3;
    v3 = Long.rotateLeft(v3, 16) ^ v2;
    v0 += v3;
    v3 = Long.rotateLeft(v3, 21) ^ v0;
    v2 += v1;
    v1 = Long.rotateLeft(v1, 17) ^ v2;
    v2 = Long.rotateLeft(v2, 32);
  }
}
