package io.moraine.driver.plan;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;

/** Refuses what Calcite plans and then computes wrongly. */
final class Guards {
  private Guards() {}

  /**
   * Looks at a plan without sub-queries in its expressions.
   *
   * @throws StatementException of state UNSUPPORTED
   */
  static void check(RelNode rel) {
    rel.accept(new Expressions());
    rel.getInputs().forEach(Guards::check);
  }

  private static final class Expressions extends RexShuttle {
    @Override
    public RexNode visitOver(RexOver over) {
      if (over.isDistinct()) {
        throw new StatementException(
            SqlState.UNSUPPORTED,
            "DISTINCT in a window function is not supported: " + over.getAggOperator().getName());
      }
      return super.visitOver(over);
    }
  }
}
