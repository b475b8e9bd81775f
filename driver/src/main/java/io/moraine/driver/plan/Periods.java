package io.moraine.driver.plan;

import io.moraine.driver.schema.MoraineScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Reads the period of {@code FOR SYSTEM_TIME AS OF}. */
final class Periods {
  private Periods() {}

  /**
   * The snapshot that the period names: {@code AT_VERSION(id)} or {@code AT_TIMESTAMP(instant)}.
   */
  static ScanSpec.AsOf toAsOf(RexNode period) {
    RexCall call = (RexCall) period;
    RexNode value = call.getOperands().get(0);
    return switch (call.getOperator().getName()) {
      case "AT_VERSION" -> new ScanSpec.AsOf(MoraineScan.AsOf.VERSION, value);
      case "AT_TIMESTAMP" -> new ScanSpec.AsOf(MoraineScan.AsOf.INSTANT, value);
      default -> throw new IllegalStateException("unknown period " + period);
    };
  }
}
