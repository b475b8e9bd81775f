package io.moraine.driver.plan;

import io.moraine.driver.schema.MoraineScan;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * What a scan knows of its key columns: equality on the leading ones, then possibly some points or
 * a range on the next. The expressions are BIGINT and refer to no column of the table: they are
 * constants, parameters, or fields of an outer row.
 *
 * @param prefix the values of the leading key columns
 * @param points values of the next key column; empty if it isn't limited to points
 * @param from least value of the next key column, inclusive
 * @param to greatest value of the next key column, inclusive
 */
record KeyExpressions(
    List<RexNode> prefix, List<RexNode> points, @Nullable RexNode from, @Nullable RexNode to) {
  static final KeyExpressions NONE = new KeyExpressions(List.of(), List.of(), null, null);

  KeyExpressions {
    prefix = List.copyOf(prefix);
    points = List.copyOf(points);
  }

  KeyExpressions withPrefix(RexNode value) {
    List<RexNode> longer = new ArrayList<>(prefix);
    longer.add(value);
    return new KeyExpressions(longer, points, from, to);
  }

  KeyExpressions withPoints(List<RexNode> values) {
    return new KeyExpressions(prefix, values, from, to);
  }

  KeyExpressions withFrom(RexNode value) {
    return new KeyExpressions(prefix, points, value, to);
  }

  KeyExpressions withTo(RexNode value) {
    return new KeyExpressions(prefix, points, from, value);
  }

  boolean isNone() {
    return prefix.isEmpty() && next() == MoraineScan.Next.ANY;
  }

  /** The kind of the condition on the column after the prefix. */
  MoraineScan.Next next() {
    if (!points.isEmpty()) {
      return MoraineScan.Next.POINTS;
    }
    if (from != null) {
      return to != null ? MoraineScan.Next.FROM_TO : MoraineScan.Next.FROM;
    }
    return to != null ? MoraineScan.Next.TO : MoraineScan.Next.ANY;
  }

  /** All expressions, in the order of {@link MoraineScan.Layout}. */
  List<RexNode> expressions() {
    List<RexNode> all = new ArrayList<>(prefix);
    all.addAll(points);
    if (from != null) {
      all.add(from);
    }
    if (to != null) {
      all.add(to);
    }
    return all;
  }

  /** The same over other expressions, in the order of {@link #expressions()}. */
  KeyExpressions over(List<RexNode> all) {
    int afterPrefix = prefix.size();
    int afterPoints = afterPrefix + points.size();
    int afterFrom = afterPoints + (from == null ? 0 : 1);
    return new KeyExpressions(
        all.subList(0, afterPrefix),
        all.subList(afterPrefix, afterPoints),
        from == null ? null : all.get(afterPoints),
        to == null ? null : all.get(afterFrom));
  }
}
