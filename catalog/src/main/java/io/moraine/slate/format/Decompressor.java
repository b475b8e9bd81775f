package io.moraine.slate.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import io.moraine.base.ByteReader;
import io.moraine.base.Bytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.xerial.snappy.Snappy;

/**
 * Undoes the compression of a region.
 *
 * <p>A length that a region states is believed only as far as its codec could reach it from the
 * bytes that are there, so that damage cannot ask for more memory than such an expansion.
 */
final class Decompressor {
  /** What no region exceeds, stored or not: the room of one array. */
  private static final long LARGEST = 1L << 30;

  /** The most output for one byte of input: a run in each sequence. */
  private static final int SNAPPY_EXPANSION = 32;

  private static final int LZ4_EXPANSION = 255;

  /** Zstandard repeats up to 128 KiB in a block of four bytes. */
  private static final int ZSTD_EXPANSION = 32 << 10;

  /** Expansion is always believed up to here, since headers make tiny inputs look dense. */
  private static final int SMALL = 64 << 10;

  private static final LZ4SafeDecompressor LZ4 = LZ4Factory.safeInstance().safeDecompressor();

  private Decompressor() {}

  static Bytes decompress(Region input, CompressionFormat compression) {
    return switch (compression) {
      case NONE -> input.bytes();
      case SNAPPY -> snappy(input);
      case ZLIB -> zlib(input);
      case LZ4 -> lz4(input);
      case ZSTD -> zstd(input);
    };
  }

  private static Bytes snappy(Region input) {
    long size = input.reader().readVarintU32();
    byte[] output = allocate(input, size, SNAPPY_EXPANSION);
    Bytes bytes = input.bytes();
    try {
      if (!Snappy.isValidCompressedBuffer(bytes.array(), bytes.arrayOffset(), bytes.length())) {
        throw input.at(0, "not a Snappy block");
      }
      int written =
          Snappy.uncompress(bytes.array(), bytes.arrayOffset(), bytes.length(), output, 0);
      return complete(input, output, written);
    } catch (IOException e) {
      throw damaged(input, e);
    }
  }

  private static Bytes lz4(Region input) {
    ByteReader reader = input.reader();
    byte[] output = allocate(input, reader.readU32Le(), LZ4_EXPANSION);
    Bytes block = reader.readBytes(reader.remaining());
    try {
      int written =
          LZ4.decompress(
              block.array(), block.arrayOffset(), block.length(), output, 0, output.length);
      return complete(input, output, written);
    } catch (LZ4Exception e) {
      throw damaged(input, e);
    }
  }

  private static Bytes zstd(Region input) {
    Bytes bytes = input.bytes();
    long size = Zstd.getFrameContentSize(bytes.array(), bytes.arrayOffset(), bytes.length());
    if (size < 0) {
      throw input.at(0, "not a Zstandard frame that states its content's size");
    }
    byte[] output = allocate(input, size, ZSTD_EXPANSION);
    try {
      long written =
          Zstd.decompressByteArray(
              output, 0, output.length, bytes.array(), bytes.arrayOffset(), bytes.length());
      if (Zstd.isError(written)) {
        throw input.at(0, "damaged Zstandard frame: " + Zstd.getErrorName(written));
      }
      return complete(input, output, written);
    } catch (ZstdException e) {
      throw damaged(input, e);
    }
  }

  private static Bytes zlib(Region input) {
    Bytes bytes = input.bytes();
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(bytes.array(), bytes.arrayOffset(), bytes.length());
      byte[] output = new byte[Math.max(64, 4 * Math.min(bytes.length(), SMALL))];
      int written = 0;
      while (!inflater.finished()) {
        if (written == output.length) {
          output = Arrays.copyOf(output, enlarged(input, written));
        }
        int more = inflater.inflate(output, written, output.length - written);
        if (more == 0 && !inflater.finished() && written < output.length) {
          throw input.at(0, "zlib stream ends early, after " + written + " bytes");
        }
        written += more;
      }
      return Bytes.wrap(output, 0, written).copy();
    } catch (DataFormatException e) {
      throw damaged(input, e);
    } finally {
      inflater.end();
    }
  }

  private static int enlarged(Region input, int size) {
    if (2L * size > LARGEST) {
      throw input.at(0, "region expands to more than " + LARGEST + " bytes");
    }
    return 2 * size;
  }

  private static byte[] allocate(Region input, long size, int expansion) {
    long believable = Math.min(LARGEST, SMALL + (long) expansion * input.length());
    if (size > believable) {
      throw input.at(
          0,
          "states " + size + " bytes of content, " + input.length() + " bytes cannot hold as many");
    }
    return new byte[(int) size];
  }

  private static Bytes complete(Region input, byte[] output, long written) {
    if (written != output.length) {
      throw input.at(0, "content is " + written + " bytes, stated are " + output.length);
    }
    return Bytes.wrap(output);
  }

  private static SlateFormatException damaged(Region input, Exception cause) {
    return new SlateFormatException(
        input.object(), input.offset(), "damaged compression: " + cause.getMessage(), cause);
  }
}
