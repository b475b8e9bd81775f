package io.moraine.driver.plan;

import java.util.function.Consumer;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.tools.RelBuilderFactory;
import org.jspecify.annotations.Nullable;

/** A rule of our own: a pattern and what to do where it matches. */
final class FoldingRule extends RelRule<FoldingRule.Settings> {
  private FoldingRule(Settings settings) {
    super(settings);
  }

  /** A rule of that name. */
  static RelOptRule of(String name, OperandTransform pattern, Consumer<RelOptRuleCall> action) {
    return new Settings(name, pattern, action).toRule();
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    config.action.accept(call);
  }

  /** What makes one such rule differ from another. */
  record Settings(
      String description, OperandTransform operandSupplier, Consumer<RelOptRuleCall> action)
      implements RelRule.Config {
    @Override
    public FoldingRule toRule() {
      return new FoldingRule(this);
    }

    @Override
    public Settings withDescription(@Nullable String newDescription) {
      return new Settings(String.valueOf(newDescription), operandSupplier, action);
    }

    @Override
    public Settings withOperandSupplier(OperandTransform pattern) {
      return new Settings(description, pattern, action);
    }

    @Override
    public Settings withRelBuilderFactory(RelBuilderFactory factory) {
      return this;
    }
  }
}
