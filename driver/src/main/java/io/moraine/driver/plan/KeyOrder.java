package io.moraine.driver.plan;

import io.moraine.model.ScanOrder;
import java.util.List;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.jspecify.annotations.Nullable;

/**
 * Finds orders that a scan can give. Key columns hold no NULL, so where NULLs go doesn't matter.
 * Columns that are equal to one value for all rows don't matter either.
 */
final class KeyOrder {
  private KeyOrder() {}

  /** An order of the scan that sorts its rows as {@code collation} says, or null. */
  static @Nullable ScanOrder of(RelCollation collation, ScanSpec spec) {
    List<Integer> keyColumns = spec.table().keyColumns();
    List<Integer> fixed = keyColumns.subList(0, spec.key().prefix().size());
    List<RelFieldCollation> sorting =
        collation.getFieldCollations().stream()
            .filter(each -> !fixed.contains(ordinal(each, spec)))
            .toList();
    if (sorting.isEmpty()) {
      return spec.order();
    }
    if (sorting.size() > keyColumns.size() - fixed.size()) {
      return null;
    }
    boolean descending = sorting.get(0).direction.isDescending();
    for (int i = 0; i < sorting.size(); i++) {
      RelFieldCollation each = sorting.get(i);
      if (ordinal(each, spec) != keyColumns.get(fixed.size() + i)
          || each.direction.isDescending() != descending) {
        return null;
      }
    }
    return descending ? ScanOrder.KEY_DESCENDING : ScanOrder.KEY_ASCENDING;
  }

  /** An order of the scan whose first row holds the MIN or MAX that is all of the aggregate. */
  static @Nullable ScanOrder ofFirstValue(Aggregate aggregate, ScanSpec spec) {
    if (aggregate.getGroupCount() != 0 || aggregate.getAggCallList().size() != 1) {
      return null;
    }
    AggregateCall call = aggregate.getAggCallList().get(0);
    int next = spec.key().prefix().size();
    if (call.hasFilter()
        || call.getArgList().size() != 1
        || next >= spec.table().keyColumns().size()
        || spec.projection().get(call.getArgList().get(0))
            != (int) spec.table().keyColumns().get(next)) {
      return null;
    }
    return switch (call.getAggregation().getKind()) {
      case MIN -> ScanOrder.KEY_ASCENDING;
      case MAX -> ScanOrder.KEY_DESCENDING;
      default -> null;
    };
  }

  private static int ordinal(RelFieldCollation collation, ScanSpec spec) {
    return spec.projection().get(collation.getFieldIndex());
  }
}
