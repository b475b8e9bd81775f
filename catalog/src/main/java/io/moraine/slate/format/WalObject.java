package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * An object of the write-ahead log: whole batches of rows in the order of their writing.
 *
 * <p>It is a table file without filter and statistics; the rows of one batch carry one sequence
 * number. A fence, by which a writer ends the log of an older one, has no rows: it is an object of
 * at most 10 bytes, or a table file without blocks. Source: SlateDB {@code wal/slatedb} at e0161973
 * and release 0.18.0.
 *
 * @param rows the rows in stored order, detached from the object's bytes
 */
public record WalObject(List<Row> rows) {
  /** What is told every row of an object. */
  @FunctionalInterface
  public interface RowVisitor {
    /** Looks at {@code row}, which changes afterwards. */
    void visit(RowView row);
  }

  /** A fence: an object without rows. */
  public static final Bytes FENCE = Bytes.EMPTY;

  /** Size of blocks; since SlateDB 0.17. */
  private static final int BLOCK_BYTES = 65_535;

  /** The stored form, for {@code rows} that are not none. */
  public static Bytes encode(List<Row> rows) {
    long payload = rows.stream().mapToLong(Row::payloadBytes).sum();
    SstWriter writer =
        new SstWriter(
            SstType.WAL,
            List.of(),
            BLOCK_BYTES,
            (int) Math.min(256 + payload + 32L * rows.size(), Integer.MAX_VALUE - 16));
    rows.forEach(writer::add);
    return writer.finish().content();
  }

  /**
   * Reads all rows.
   *
   * @throws SlateFormatException if a byte is damaged, or sequence numbers decrease
   */
  public static WalObject decode(Region object) {
    List<Row> rows = new ArrayList<>();
    visit(object, row -> rows.add(row.copy()));
    return new WalObject(List.copyOf(rows));
  }

  /**
   * Shows all rows in stored order.
   *
   * @throws SlateFormatException if a byte is damaged, or sequence numbers decrease
   */
  public static void visit(Region object, RowVisitor visitor) {
    if (object.length() <= SstFooter.EMPTY_FILE_BYTES) {
      return;
    }
    SstFile file = SstFile.decode(object);
    SsTableIndex index = file.index();
    long seq = 0;
    for (int i = 0; i < index.blockCount(); i++) {
      BlockCursor cursor = new BlockCursor(file.block(index, i));
      while (cursor.next()) {
        if (Long.compareUnsigned(cursor.seq(), seq) < 0) {
          throw object.at(
              (int) index.blockOffset(i),
              "sequence number "
                  + Long.toUnsignedString(cursor.seq())
                  + " follows "
                  + Long.toUnsignedString(seq));
        }
        seq = cursor.seq();
        visitor.visit(cursor);
      }
    }
  }
}
