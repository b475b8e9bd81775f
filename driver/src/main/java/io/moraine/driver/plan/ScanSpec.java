package io.moraine.driver.plan;

import io.moraine.driver.schema.MoraineScan;
import io.moraine.model.MetadataTable;
import io.moraine.model.ScanOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * What a scan of a metadata table is to give.
 *
 * @param table the table
 * @param projection ordinals of the columns to give
 * @param key condition on the key columns
 * @param asOf the snapshot to show, if the statement names one
 * @param endedAfter rows that ended at this snapshot or before may be left out, if present
 * @param order order of the rows
 * @param limit most rows to give, if present
 */
record ScanSpec(
    MetadataTable table,
    List<Integer> projection,
    KeyExpressions key,
    @Nullable AsOf asOf,
    @Nullable RexNode endedAfter,
    ScanOrder order,
    @Nullable RexNode limit) {

  ScanSpec {
    projection = List.copyOf(projection);
  }

  /**
   * A snapshot named in a statement.
   *
   * @param form by id or by instant
   * @param value a BIGINT, or microseconds as TIMESTAMP WITH LOCAL TIME ZONE
   */
  record AsOf(MoraineScan.AsOf form, RexNode value) {}

  /** Everything, as stored. */
  static ScanSpec of(MetadataTable table) {
    List<Integer> all = IntStream.range(0, table.columns().size()).boxed().toList();
    return new ScanSpec(table, all, KeyExpressions.NONE, null, null, ScanOrder.STORED, null);
  }

  ScanSpec withProjection(List<Integer> ordinals) {
    return new ScanSpec(table, ordinals, key, asOf, endedAfter, order, limit);
  }

  ScanSpec withKey(KeyExpressions newKey) {
    return new ScanSpec(table, projection, newKey, asOf, endedAfter, order, limit);
  }

  ScanSpec withAsOf(AsOf snapshot) {
    return new ScanSpec(table, projection, key, snapshot, endedAfter, order, limit);
  }

  ScanSpec withEndedAfter(RexNode snapshot) {
    return new ScanSpec(table, projection, key, asOf, snapshot, order, limit);
  }

  ScanSpec withOrder(ScanOrder newOrder) {
    return new ScanSpec(table, projection, key, asOf, endedAfter, newOrder, limit);
  }

  ScanSpec withLimit(RexNode rows) {
    return new ScanSpec(table, projection, key, asOf, endedAfter, order, rows);
  }

  /** The form of the scan, without what is known only at run time. */
  MoraineScan toScan() {
    MoraineScan.Layout layout =
        new MoraineScan.Layout(
            key.prefix().size(),
            key.next(),
            key.points().size(),
            asOf == null ? MoraineScan.AsOf.SCOPE : asOf.form(),
            endedAfter != null,
            limit != null);
    return new MoraineScan(table, projection, layout, order);
  }

  /** What is known only at run time, in the order of {@link MoraineScan.Layout}. */
  List<RexNode> values() {
    List<RexNode> all = new ArrayList<>(key.expressions());
    if (asOf != null) {
      all.add(asOf.value());
    }
    if (endedAfter != null) {
      all.add(endedAfter);
    }
    if (limit != null) {
      all.add(limit);
    }
    return all;
  }

  /** The same over other expressions, in the order of {@link #values()}. */
  ScanSpec over(List<RexNode> all) {
    int keys = key.expressions().size();
    List<RexNode> rest = new ArrayList<>(all.subList(keys, all.size()));
    AsOf newAsOf = asOf == null ? null : new AsOf(asOf.form(), rest.remove(0));
    RexNode newEndedAfter = endedAfter == null ? null : rest.remove(0);
    RexNode newLimit = limit == null ? null : rest.remove(0);
    return new ScanSpec(
        table, projection, key.over(all.subList(0, keys)), newAsOf, newEndedAfter, order, newLimit);
  }
}
