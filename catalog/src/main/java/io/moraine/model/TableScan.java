package io.moraine.model;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * What a caller wants of a metadata table.
 *
 * @param table the table
 * @param projection ordinals of the wanted columns; values come in this order
 * @param key condition on the key columns; rows outside are not read
 * @param asOf if present, only the rows visible at this snapshot: {@code begin_snapshot} at most
 *     it, {@code end_snapshot} NULL or greater; snapshots up to it. Tables without {@code
 *     begin_snapshot} are given whole. Stored {@code end_snapshot} values are kept
 * @param endedAfter if present, rows whose {@code end_snapshot} is at most this may be left out:
 *     the caller drops them anyway. Lets the scan skip ended records
 * @param order order of the rows
 * @param limit most rows to give; {@code Long.MAX_VALUE} for all
 */
public record TableScan(
    MetadataTable table,
    List<Integer> projection,
    KeyCondition key,
    OptionalLong asOf,
    OptionalLong endedAfter,
    ScanOrder order,
    long limit) {
  public TableScan {
    projection = List.copyOf(projection);
  }

  /** All columns and all rows, as stored. */
  public static TableScan of(MetadataTable table) {
    return new TableScan(
        table,
        IntStream.range(0, table.columns().size()).boxed().toList(),
        KeyCondition.NONE,
        OptionalLong.empty(),
        OptionalLong.empty(),
        ScanOrder.STORED,
        Long.MAX_VALUE);
  }

  /** The same with a condition on the key columns. */
  public TableScan where(KeyCondition condition) {
    return new TableScan(table, projection, condition, asOf, endedAfter, order, limit);
  }

  /** The same with only the rows visible at {@code snapshotId}. */
  public TableScan asOf(long snapshotId) {
    return new TableScan(
        table, projection, key, OptionalLong.of(snapshotId), endedAfter, order, limit);
  }

  /** The same with only the columns of these names. */
  public TableScan select(String... columnNames) {
    List<Integer> ordinals = java.util.Arrays.stream(columnNames).map(table::ordinalOf).toList();
    if (ordinals.contains(-1)) {
      throw new IllegalArgumentException(table.sqlName() + " lacks one of " + List.of(columnNames));
    }
    return new TableScan(table, ordinals, key, asOf, endedAfter, order, limit);
  }
}
