package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts of a table file's rows; advisory.
 *
 * <p>FlatBuffer {@code SstStats}: 0 num_puts u64, 1 num_deletes u64, 2 num_merges u64, 3
 * raw_key_size u64, 4 raw_val_size u64, 5 block_stats [BlockStats]; {@code BlockStats}: 0 num_puts
 * u16, 1 num_deletes u16, 2 num_merges u16. Source: SlateDB {@code schemas/sst.fbs} at e0161973.
 *
 * @param puts rows with a value
 * @param deletes tombstones
 * @param merges merge operands
 * @param keyBytes length of all keys together
 * @param valueBytes length of all values together
 * @param blocks the counts of each block, in order; may be empty
 */
public record SstStats(
    long puts, long deletes, long merges, long keyBytes, long valueBytes, List<BlockStats> blocks) {
  /**
   * Counts of one block's rows.
   *
   * @param puts rows with a value
   * @param deletes tombstones
   * @param merges merge operands
   */
  public record BlockStats(int puts, int deletes, int merges) {
    /** All rows. */
    public int rows() {
      return puts + deletes + merges;
    }
  }

  /** The stored form. */
  Bytes encode() {
    FlatBufferWriter writer = new FlatBufferWriter(128 + 24 * blocks.size());
    List<Integer> vector =
        blocks.stream()
            .map(
                block ->
                    writer
                        .table()
                        .u16(0, block.puts())
                        .u16(1, block.deletes())
                        .u16(2, block.merges())
                        .end())
            .toList();
    int encodedBlocks = writer.tables(vector);
    return writer.finish(
        writer
            .table()
            .u64(0, puts)
            .u64(1, deletes)
            .u64(2, merges)
            .u64(3, keyBytes)
            .u64(4, valueBytes)
            .reference(5, encodedBlocks)
            .end());
  }

  /**
   * Reads uncompressed statistics.
   *
   * @throws SlateFormatException if they are malformed
   */
  public static SstStats decode(Region payload) {
    FlatBufferReader.Table root = FlatBufferReader.root(payload);
    FlatBufferReader.TableVector vector = root.tables(5);
    List<BlockStats> blocks = new ArrayList<>();
    for (int i = 0; vector != null && i < vector.size(); i++) {
      FlatBufferReader.Table each = vector.get(i);
      blocks.add(new BlockStats(each.u16(0, 0), each.u16(1, 0), each.u16(2, 0)));
    }
    return new SstStats(
        root.u64(0), root.u64(1), root.u64(2), root.u64(3), root.u64(4), List.copyOf(blocks));
  }
}
