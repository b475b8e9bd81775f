package io.moraine.driver.plan;

import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVisitor;
import org.apache.calcite.rex.RexVisitorImpl;
import org.jspecify.annotations.Nullable;

/**
 * A scan of a metadata table into which conditions, columns, order and limit can be folded. In
 * {@link Convention#NONE} while the planner works on it; {@link EnumerableMetadataScan} is the form
 * that runs.
 */
class MetadataScan extends AbstractRelNode {
  private static final double ROWS_PER_KEY_PREFIX = 0.01;

  private final RelOptTable table;
  private final ScanSpec spec;

  MetadataScan(RelOptCluster cluster, RelTraitSet traits, RelOptTable table, ScanSpec spec) {
    super(cluster, traits);
    this.table = table;
    this.spec = spec;
  }

  /** The logical form. */
  static MetadataScan create(RelOptCluster cluster, RelOptTable table, ScanSpec spec) {
    return new MetadataScan(cluster, cluster.traitSetOf(Convention.NONE), table, spec);
  }

  ScanSpec spec() {
    return spec;
  }

  /** A logical scan of the same table, with another specification. */
  MetadataScan with(ScanSpec newSpec) {
    return create(getCluster(), table, newSpec);
  }

  @Override
  public RelOptTable getTable() {
    return table;
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory.Builder builder = getCluster().getTypeFactory().builder();
    for (int ordinal : spec.projection()) {
      builder.add(table.getRowType().getFieldList().get(ordinal));
    }
    return builder.build();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new MetadataScan(getCluster(), traits, table, spec);
  }

  @Override
  public RelNode accept(RexShuttle shuttle) {
    List<RexNode> values = spec.values();
    List<RexNode> changed = shuttle.apply(values);
    return changed == values ? this : copy(spec.over(changed));
  }

  /** The same kind of node with another specification. */
  MetadataScan copy(ScanSpec newSpec) {
    return new MetadataScan(getCluster(), getTraitSet(), table, newSpec);
  }

  @Override
  public void collectVariablesUsed(Set<CorrelationId> variables) {
    RexVisitor<Void> visitor =
        new RexVisitorImpl<>(true) {
          @Override
          public Void visitCorrelVariable(RexCorrelVariable variable) {
            variables.add(variable.id);
            return super.visitCorrelVariable(variable);
          }
        };
    spec.values().forEach(value -> value.accept(visitor));
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    double rows = table.getRowCount();
    for (int i = 0; i < spec.key().prefix().size(); i++) {
      rows *= ROWS_PER_KEY_PREFIX;
    }
    rows *=
        switch (spec.key().next()) {
          case ANY -> 1;
          case POINTS -> ROWS_PER_KEY_PREFIX * spec.key().points().size();
          case FROM, TO -> 0.5;
          case FROM_TO -> 0.25;
        };
    return Math.max(1, rows);
  }

  @Override
  public @Nullable RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery mq) {
    double rows = mq.getRowCount(this);
    return planner.getCostFactory().makeCost(rows, rows * spec.projection().size(), 0);
  }

  @Override
  public String getRelTypeName() {
    return "MetadataScan";
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    super.explainTerms(writer).item("table", spec.table().sqlName());
    ScanText.terms(spec).forEach(writer::item);
    return writer.item("columns", String.join(", ", getRowType().getFieldNames()));
  }
}
