package io.moraine.driver.plan;

import java.util.HashSet;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;

/**
 * Judges plans that run a part once for each row of another. That is good where every scan in the
 * part finds its rows by a key that the outer row gives, and ruinous where it reads a whole table.
 */
final class Correlations {
  private Correlations() {}

  /** Whether the plan has such parts. */
  static boolean has(RelNode rel) {
    return rel instanceof Correlate || rel.getInputs().stream().anyMatch(Correlations::has);
  }

  /** Whether in all such parts all scans find their rows by a key of the outer row. */
  static boolean allReadByKey(RelNode rel) {
    if (rel instanceof Correlate correlate
        && !readsByKey(correlate.getRight(), correlate.getCorrelationId())) {
      return false;
    }
    return rel.getInputs().stream().allMatch(Correlations::allReadByKey);
  }

  private static boolean readsByKey(RelNode rel, CorrelationId outer) {
    if (rel instanceof MetadataScan scan) {
      return scan.spec().key().prefix().stream().anyMatch(each -> uses(each, outer))
          || scan.spec().key().points().stream().anyMatch(each -> uses(each, outer));
    }
    return !(rel instanceof TableScan)
        && rel.getInputs().stream().allMatch(each -> readsByKey(each, outer));
  }

  private static boolean uses(RexNode expression, CorrelationId outer) {
    Set<CorrelationId> used = new HashSet<>();
    expression.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCorrelVariable(RexCorrelVariable variable) {
            used.add(variable.id);
            return super.visitCorrelVariable(variable);
          }
        });
    return used.contains(outer);
  }
}
