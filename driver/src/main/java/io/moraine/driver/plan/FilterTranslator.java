package io.moraine.driver.plan;

import io.moraine.driver.schema.MoraineScan;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Takes from a condition over a scan what the scan can use.
 *
 * <p>Equality on the next key columns, then points or a range on the one after, become the scan's
 * key condition; they leave the condition if the scan holds exactly to them. A key column is never
 * NULL, since its values are part of the stored key. A condition that keeps only rows that live
 * after some snapshot is handed to the scan as a hint, and stays.
 */
final class FilterTranslator {
  private final MetadataScan scan;
  private final RexBuilder builder;
  private final List<RexNode> remaining;
  private KeyExpressions key;

  private FilterTranslator(MetadataScan scan, RexNode condition) {
    this.scan = scan;
    this.builder = scan.getCluster().getRexBuilder();
    this.remaining = new ArrayList<>(RelOptUtil.conjunctions(condition));
    this.key = scan.spec().key();
  }

  /**
   * A scan that holds to a condition.
   *
   * @param scan the scan
   * @param remaining what of the condition must be checked on its rows
   */
  record Translation(MetadataScan scan, List<RexNode> remaining) {
    Translation {
      remaining = List.copyOf(remaining);
    }
  }

  /** The scan with what it can use of {@code condition}, or null if that is nothing. */
  static @Nullable Translation translate(MetadataScan scan, RexNode condition) {
    return new FilterTranslator(scan, condition).translate();
  }

  private @Nullable Translation translate() {
    ScanSpec spec = scan.spec();
    RexNode endedAfter = spec.endedAfter() == null ? endedAfter() : null;
    if (key.next() == MoraineScan.Next.ANY) {
      extendPrefix();
      limitNextColumn();
    }
    if (key.equals(spec.key()) && endedAfter == null) {
      return null;
    }
    ScanSpec translated = spec.withKey(key);
    return new Translation(
        scan.with(endedAfter == null ? translated : translated.withEndedAfter(endedAfter)),
        remaining);
  }

  private @Nullable RexNode endedAfter() {
    int ordinal = scan.spec().table().endSnapshotOrdinal();
    int position = scan.spec().projection().indexOf(ordinal);
    return ordinal < 0 || position < 0 ? null : Lifetimes.endedAfter(remaining, position, builder);
  }

  private void extendPrefix() {
    while (extendPrefixByOne()) {}
  }

  private boolean extendPrefixByOne() {
    int column = nextColumn();
    for (RexNode each : remaining) {
      KeyTest test = KeyTest.of(each, column, builder);
      if (test != null && test.points().size() == 1) {
        remaining.remove(each);
        key = key.withPrefix(test.points().get(0));
        return true;
      }
    }
    return false;
  }

  private void limitNextColumn() {
    int column = nextColumn();
    for (RexNode each : List.copyOf(remaining)) {
      KeyTest test = KeyTest.of(each, column, builder);
      if (test != null && !test.points().isEmpty()) {
        remaining.remove(each);
        key = key.withPoints(test.points());
        return;
      }
    }
    for (RexNode each : List.copyOf(remaining)) {
      KeyTest test = KeyTest.of(each, column, builder);
      if (test != null) {
        limitNextColumn(each, test);
      }
    }
  }

  private void limitNextColumn(RexNode condition, KeyTest range) {
    boolean fromFits = range.from() == null || key.from() == null;
    boolean toFits = range.to() == null || key.to() == null;
    if (range.from() != null && fromFits) {
      key = key.withFrom(range.from());
    }
    if (range.to() != null && toFits) {
      key = key.withTo(range.to());
    }
    if (range.exact() && fromFits && toFits) {
      remaining.remove(condition);
    }
  }

  /**
   * The position in the scan's rows of the key column after the prefix, or -1 if it isn't there.
   */
  private int nextColumn() {
    List<Integer> keyColumns = scan.spec().table().keyColumns();
    int next = key.prefix().size();
    return next < keyColumns.size() ? scan.spec().projection().indexOf(keyColumns.get(next)) : -1;
  }
}
