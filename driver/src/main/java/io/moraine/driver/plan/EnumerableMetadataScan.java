package io.moraine.driver.plan;

import io.moraine.driver.schema.MoraineScan;
import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;

/** A scan of a metadata table that runs: generated code calls {@link MoraineScan#open}. */
final class EnumerableMetadataScan extends MetadataScan implements EnumerableRel {
  private static final Method OPEN = openMethod();

  EnumerableMetadataScan(
      RelOptCluster cluster, RelTraitSet traits, RelOptTable table, ScanSpec spec) {
    super(cluster, traits, table, spec);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new EnumerableMetadataScan(getCluster(), traits, getTable(), spec());
  }

  @Override
  MetadataScan copy(ScanSpec newSpec) {
    return new EnumerableMetadataScan(getCluster(), getTraitSet(), getTable(), newSpec);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
    BlockBuilder block = new BlockBuilder();
    PhysType rows =
        PhysTypeImpl.of(
            implementor.getTypeFactory(),
            getRowType(),
            JavaRowFormat.ARRAY.optimize(getRowType()),
            false);
    RexToLixTranslator translator =
        RexToLixTranslator.forAggregation(
                (JavaTypeFactory) getCluster().getTypeFactory(),
                block,
                null,
                implementor.getConformance())
            .setCorrelates(implementor::getCorrelVariableGetter);
    List<Expression> values = translator.translateList(spec().values());
    Expression scan = implementor.stash(spec().toScan(), MoraineScan.class);
    block.add(
        Expressions.return_(
            null,
            Expressions.call(
                scan, OPEN, DataContext.ROOT, Expressions.newArrayInit(Object.class, values))));
    return implementor.result(rows, block.toBlock());
  }

  private static Method openMethod() {
    try {
      return MoraineScan.class.getMethod("open", DataContext.class, Object[].class);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes the form that runs of the logical one. */
  static final class Rule extends ConverterRule {
    static final Rule INSTANCE =
        Config.INSTANCE
            .withConversion(
                MetadataScan.class,
                scan -> scan.getConvention() == Convention.NONE,
                Convention.NONE,
                EnumerableConvention.INSTANCE,
                "MetadataScanToEnumerable")
            .withRuleFactory(Rule::new)
            .toRule(Rule.class);

    private Rule(Config config) {
      super(config);
    }

    @Override
    public RelNode convert(RelNode rel) {
      MetadataScan scan = (MetadataScan) rel;
      RelTraitSet traits = scan.getCluster().traitSetOf(EnumerableConvention.INSTANCE);
      return new EnumerableMetadataScan(scan.getCluster(), traits, scan.getTable(), scan.spec());
    }
  }
}
