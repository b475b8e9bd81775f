package io.moraine.slate.format;

import io.moraine.base.Bytes;

/**
 * A set of hashes that may answer yes where it should say no, and never the other way round.
 *
 * <p>Layout: {@code u16} big-endian number of probes, then the bits; bit b is in byte b / 8 at
 * position b % 8 from the least significant. Source: SlateDB {@code filter.rs} at e0161973.
 */
final class BloomFilter {
  private final int probes;
  private final Bytes bits;

  private BloomFilter(int probes, Bytes bits) {
    this.probes = probes;
    this.bits = bits;
  }

  static BloomFilter decode(Region data) {
    return new BloomFilter(data.reader().readU16Be(), data.bytes().slice(2, data.length()).copy());
  }

  boolean mayContain(long hash) {
    long count = 8L * bits.length();
    if (count == 0) {
      return false;
    }
    long position = (hash & 0xffff_ffffL) % count;
    long delta = (hash >>> 32) % count;
    for (int i = 0; i < probes; i++) {
      if ((bits.at((int) (position >>> 3)) >>> (position & 7) & 1) == 0) {
        return false;
      }
      delta = (delta + i) % count;
      position = (position + delta) % count;
    }
    return true;
  }

  int sizeBytes() {
    return 64 + bits.length();
  }
}
