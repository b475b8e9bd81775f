package io.moraine.slate.manifest;

import io.moraine.base.ByteReader;
import io.moraine.base.ByteWriter;
import io.moraine.base.Bytes;
import io.moraine.slate.format.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Samples of which sequence number was current at which time. Hints only: older versions store wide
 * jumps truncated.
 *
 * <p>Layout: {@code u8} version 1 or 2, {@code u32} little-endian count, a stream of sequence
 * numbers, a stream of times. A stream is bits, most significant first, padded to bytes: the count
 * in 32 bits, the first value in 64, then for each further value the change of its distance to the
 * one before, as {@code 0} for none, {@code 10} and 7 bits, {@code 110} and 9, {@code 1110} and 12,
 * or {@code 1111} and 32 bits (64 in version 2), two's complement. Source: SlateDB {@code
 * slatedb/src/seq_tracker.rs} at e0161973 and release 0.18.0.
 *
 * @param encoded the stored form; empty if the manifest has none
 * @param samples ascending in both members
 */
public record SequenceTracker(Bytes encoded, List<Sample> samples) {
  /** The tracker of a manifest that stores none. */
  static final SequenceTracker NONE = new SequenceTracker(Bytes.EMPTY, List.of());

  /** The tracker of a new database. */
  public static final SequenceTracker EMPTY = encode(List.of()).orElseThrow();

  /** Most samples that are kept; every other one goes when there are more. */
  private static final int CAPACITY = 8192;

  private static final long INTERVAL_SECONDS = 60;

  /** Eight times what a writer keeps; more cannot be honest, since a sample may take two bits. */
  private static final int MAX_SAMPLES = 65_536;

  /**
   * One sample.
   *
   * @param seq a sequence number, unsigned
   * @param timeSeconds seconds since 1970-01-01 UTC
   */
  public record Sample(long seq, long timeSeconds) {}

  /** Takes a copy of the list. */
  public SequenceTracker {
    samples = List.copyOf(samples);
  }

  /**
   * Decodes the stored form.
   *
   * @throws io.moraine.slate.format.SlateFormatException if it is damaged
   */
  static SequenceTracker decode(Region region) {
    ByteReader reader = region.reader();
    int version = reader.readU8();
    if (version != 1 && version != 2) {
      throw region.at(0, "sequence tracker version " + version + ", known are 1 and 2");
    }
    long count = reader.readU32Le();
    if (count > MAX_SAMPLES) {
      throw region.at(1, "sequence tracker of " + count + " samples, at most " + MAX_SAMPLES);
    }
    int widestDelta = version == 1 ? 32 : 64;
    long[] seqs = readStream(region, reader, (int) count, widestDelta);
    long[] times = readStream(region, reader, (int) count, widestDelta);
    if (reader.remaining() != 0) {
      throw region.at(reader.position(), reader.remaining() + " bytes after a sequence tracker");
    }
    List<Sample> samples = new ArrayList<>(seqs.length);
    for (int i = 0; i < seqs.length; i++) {
      samples.add(new Sample(seqs[i], times[i]));
    }
    return new SequenceTracker(region.bytes().copy(), samples);
  }

  /**
   * The tracker with one more sample: {@code seq} is current at {@code nowSeconds}. The same one if
   * the last sample is younger than a minute, or lies in the future, or if the result could not be
   * stored as all versions can read it.
   */
  public SequenceTracker with(long seq, long nowSeconds) {
    if (!samples.isEmpty()) {
      Sample last = samples.get(samples.size() - 1);
      if (nowSeconds - last.timeSeconds() < INTERVAL_SECONDS
          || Long.compareUnsigned(seq, last.seq()) < 0) {
        return this;
      }
    }
    List<Sample> more = new ArrayList<>(samples);
    more.add(new Sample(seq, nowSeconds));
    return encode(more.size() > CAPACITY ? everyOther(more) : more).orElse(this);
  }

  private static List<Sample> everyOther(List<Sample> all) {
    List<Sample> kept = new ArrayList<>(all.size() / 2 + 1);
    for (int i = 0; i < all.size(); i += 2) {
      kept.add(all.get(i));
    }
    return kept;
  }

  /** The samples in version 1, which all readers know; empty if it cannot hold them. */
  static Optional<SequenceTracker> encode(List<Sample> samples) {
    ByteWriter out = new ByteWriter();
    out.writeU8(1).writeU32Le(samples.size());
    boolean fits =
        writeStream(out, samples.stream().mapToLong(Sample::seq).toArray())
            && writeStream(out, samples.stream().mapToLong(Sample::timeSeconds).toArray());
    return fits ? Optional.of(new SequenceTracker(out.toBytes(), samples)) : Optional.empty();
  }

  /** Whether every change of distance fits into 32 bits. */
  private static boolean writeStream(ByteWriter out, long[] values) {
    out.writeU32Be(values.length);
    BitWriter bits = new BitWriter(out);
    long delta = 0;
    for (int i = 0; i < values.length; i++) {
      if (i == 0) {
        out.writeI64Be(values[i]);
      } else {
        long next = values[i] - values[i - 1];
        long change = next - delta;
        if (change != (int) change) {
          return false;
        }
        bits.writeDelta(change);
        delta = next;
      }
    }
    bits.pad();
    return true;
  }

  private static long[] readStream(Region region, ByteReader reader, int count, int widestDelta) {
    int start = reader.position();
    long stored = reader.readU32Be();
    if (stored != count) {
      throw region.at(start, "stream of " + stored + " samples, expected " + count);
    }
    BitReader bits = new BitReader(reader);
    long[] values = new long[count];
    long delta = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0) {
        values[i] = reader.readI64Be();
      } else {
        delta += bits.readDelta(widestDelta);
        values[i] = values[i - 1] + delta;
      }
    }
    return values;
  }

  /** Takes bits from whole bytes, most significant first. */
  private static final class BitReader {
    private final ByteReader bytes;
    private int current;
    private int left;

    BitReader(ByteReader bytes) {
      this.bytes = bytes;
    }

    long readDelta(int widest) {
      if (readBit() == 0) {
        return 0;
      }
      if (readBit() == 0) {
        return readSigned(7);
      }
      if (readBit() == 0) {
        return readSigned(9);
      }
      return readSigned(readBit() == 0 ? 12 : widest);
    }

    private long readSigned(int width) {
      long value = 0;
      for (int i = 0; i < width; i++) {
        value = value << 1 | readBit();
      }
      int unused = Long.SIZE - width;
      return value << unused >> unused;
    }

    private int readBit() {
      if (left == 0) {
        current = bytes.readU8();
        left = Byte.SIZE;
      }
      left--;
      return current >> left & 1;
    }
  }

  /** Puts bits into whole bytes, most significant first. */
  private static final class BitWriter {
    private final ByteWriter bytes;
    private int current;
    private int used;

    BitWriter(ByteWriter bytes) {
      this.bytes = bytes;
    }

    void writeDelta(long delta) {
      if (delta == 0) {
        write(0, 1);
      } else if (delta >= -63 && delta <= 63) {
        write(0b10, 2);
        write(delta, 7);
      } else if (delta >= -255 && delta <= 255) {
        write(0b110, 3);
        write(delta, 9);
      } else if (delta >= -2047 && delta <= 2047) {
        write(0b1110, 4);
        write(delta, 12);
      } else {
        write(0b1111, 4);
        write(delta, 32);
      }
    }

    void pad() {
      while (used != 0) {
        write(0, 1);
      }
    }

    private void write(long value, int width) {
      for (int bit = width - 1; bit >= 0; bit--) {
        current = current << 1 | (int) (value >>> bit & 1);
        used++;
        if (used == Byte.SIZE) {
          bytes.writeU8(current);
          used = 0;
          current = 0;
        }
      }
    }
  }
}
