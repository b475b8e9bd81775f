package io.moraine.slate.format;

import io.moraine.base.ByteWriter;
import io.moraine.base.Bytes;
import java.util.Arrays;
import java.util.Optional;

/** Collects the hashes of one {@link BloomFilter}, by a policy. Not thread-safe. */
final class BloomBuilder {
  private static final float PROBES_PER_BIT = 0.69f;

  private final FilterPolicy policy;
  private final int bitsPerKey;
  private long[] hashes = new long[64];
  private int count;
  private Optional<Bytes> lastPrefix = Optional.empty();

  BloomBuilder(FilterPolicy policy, int bitsPerKey) {
    this.policy = policy;
    this.bitsPerKey = bitsPerKey;
  }

  /** Takes the key of the next row; keys come in order. */
  void add(Bytes key) {
    Optional<Bytes> prefix = policy.prefixOf(key);
    if (prefix.isPresent() && !prefix.equals(lastPrefix)) {
      addHash(prefix.get());
      lastPrefix = prefix;
    }
    if (policy.hashesWholeKeys()) {
      addHash(key);
    }
  }

  private void addHash(Bytes hashed) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * count);
    }
    hashes[count++] = SipHash13.hash(hashed);
  }

  /** The name under which the filter is stored. */
  String name() {
    return policy.name();
  }

  /** The stored form of the filter. */
  Bytes encode() {
    int probes = (int) (bitsPerKey * PROBES_PER_BIT);
    byte[] bits = new byte[Math.toIntExact(((long) count * bitsPerKey + 7) / 8)];
    for (int i = 0; i < count; i++) {
      set(bits, hashes[i], probes);
    }
    return new ByteWriter(2 + bits.length)
        .writeU16Be(probes)
        .writeBytes(bits, 0, bits.length)
        .toBytes();
  }

  private static void set(byte[] bits, long hash, int probes) {
    long size = 8L * bits.length;
    long position = (hash & 0xffff_ffffL) % size;
    long delta = (hash >>> 32) % size;
    for (int i = 0; i < probes; i++) {
      delta = (delta + i) % size;
      bits[(int) (position >>> 3)] |= (byte) (1 << (position & 7));
      position = (position + delta) % size;
    }
  }
}
