import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What the footer of a Parquet file says without a Parquet library: its own size and the number of
 * rows, the third field of a structure in Thrift's compact form.
 *
 * @param bytes size of the footer, without its length and the magic word behind it
 * @param rows rows of the file
 */
record ParquetFooter(long bytes, long rows) {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
  private static final int END_BYTES = 8;
  private static final int NUM_ROWS = 3;

  static ParquetFooter of(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer end = read(channel, channel.size() - END_BYTES, END_BYTES);
      long bytes = Integer.toUnsignedLong(end.getInt());
      byte[] magic = new byte[MAGIC.length];
      end.get(magic);
      if (!java.util.Arrays.equals(magic, MAGIC)) {
        throw new IOException(file + " is no Parquet file");
      }
      long start = channel.size() - END_BYTES - bytes;
      return new ParquetFooter(bytes, rows(read(channel, start, Math.toIntExact(bytes))));
    }
  }

  private static ByteBuffer read(FileChannel channel, long from, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, from + buffer.position()) < 0) {
        throw new IOException("The file is cut short");
      }
    }
    return buffer.flip();
  }

  private static long rows(ByteBuffer in) throws IOException {
    int field = 0;
    for (int header = in.get() & 0xff; header != 0; header = in.get() & 0xff) {
      field = header >> 4 == 0 ? (int) signed(in) : field + (header >> 4);
      if (field == NUM_ROWS) {
        return signed(in);
      }
      skip(in, header & 0xf, false);
    }
    throw new IOException("The footer does not tell how many rows there are");
  }

  private static void skip(ByteBuffer in, int type, boolean inList) throws IOException {
    switch (type) {
      case 1, 2 -> move(in, inList ? 1 : 0); // a field's header is a truth value's all
      case 3 -> move(in, 1);
      case 4, 5, 6 -> number(in);
      case 7 -> move(in, Double.BYTES);
      case 8 -> move(in, number(in));
      case 9, 10 -> {
        int header = in.get() & 0xff;
        long size = header >> 4 == 0xf ? number(in) : header >> 4;
        for (long i = 0; i < size; i++) {
          skip(in, header & 0xf, true);
        }
      }
      case 12 -> {
        for (int header = in.get() & 0xff; header != 0; header = in.get() & 0xff) {
          if (header >> 4 == 0) {
            signed(in);
          }
          skip(in, header & 0xf, false);
        }
      }
      default -> throw new IOException("The footer has a field of type " + type);
    }
  }

  private static void move(ByteBuffer in, long bytes) {
    in.position(Math.toIntExact(in.position() + bytes));
  }

  private static long signed(ByteBuffer in) {
    long zigzag = number(in);
    return zigzag >>> 1 ^ -(zigzag & 1);
  }

  private static long number(ByteBuffer in) {
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      number |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return number;
      }
    }
  }
}
