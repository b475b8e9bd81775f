package io.moraine.driver.plan;

import io.moraine.driver.schema.MoraineScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Reads the period of {@code FOR SYSTEM_TIME AS OF}. */
final class Periods {
  private static final String AT_VERSION = "AT_VERSION";

  private Periods() {}

  /** The snapshot that the period names: by {@code AT_VERSION(id)}, or an instant. */
  static ScanSpec.AsOf toAsOf(RexNode period) {
    if (period instanceof RexCall call && call.getOperator().getName().equals(AT_VERSION)) {
      return new ScanSpec.AsOf(MoraineScan.AsOf.VERSION, call.getOperands().get(0));
    }
    return new ScanSpec.AsOf(MoraineScan.AsOf.INSTANT, period);
  }
}
