package io.moraine.driver.plan;

import com.google.common.collect.BoundType;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/**
 * Finds the snapshot that rows must outlive by a condition such as {@code end_snapshot > S OR
 * end_snapshot IS NULL}. Rows that ended at that snapshot or before pass no such condition.
 */
final class Lifetimes {
  private final int endSnapshot;
  private final RexBuilder builder;

  private Lifetimes(int endSnapshot, RexBuilder builder) {
    this.endSnapshot = endSnapshot;
    this.builder = builder;
  }

  /**
   * The snapshot, or null if the conditions demand no such thing.
   *
   * @param conditions all of which hold
   * @param endSnapshot the position of {@code end_snapshot} in the rows
   */
  static @Nullable RexNode endedAfter(
      List<RexNode> conditions, int endSnapshot, RexBuilder builder) {
    Lifetimes lifetimes = new Lifetimes(endSnapshot, builder);
    RexNode found = null;
    for (RexNode each : conditions) {
      RexNode candidate = lifetimes.of(each);
      if (candidate != null && (found == null || isNever(candidate))) {
        found = candidate;
      }
    }
    return found;
  }

  /** Whether rows must not have ended at all. */
  static boolean isNever(RexNode endedAfter) {
    return endedAfter instanceof RexLiteral literal
        && Long.valueOf(Long.MAX_VALUE).equals(literal.getValueAs(Long.class));
  }

  private @Nullable RexNode of(RexNode condition) {
    return switch (condition.getKind()) {
      case IS_NULL -> isEnd(((RexCall) condition).operands.get(0)) ? literal(Long.MAX_VALUE) : null;
      case OR -> ofEither(RelOptUtil.disjunctions(condition));
      case SEARCH -> ofSearch((RexCall) condition);
      default -> ofRange(condition);
    };
  }

  private @Nullable RexNode ofEither(List<RexNode> conditions) {
    if (conditions.size() != 2) {
      return null;
    }
    RexNode first = of(conditions.get(0));
    RexNode second = of(conditions.get(1));
    if (first == null || second == null) {
      return null;
    }
    if (isNever(first)) {
      return second;
    }
    return isNever(second) ? first : null;
  }

  private @Nullable RexNode ofRange(RexNode condition) {
    KeyTest test = KeyTest.of(condition, endSnapshot, builder);
    if (test == null || test.from() == null) {
      return null;
    }
    Long from = literalOf(test.from());
    if (from != null) {
      return from == Long.MIN_VALUE ? null : literal(from - 1);
    }
    // Of an unknown value only the strict comparison is known to lie above it.
    return test.exact() ? null : test.from();
  }

  private @Nullable RexNode ofSearch(RexCall search) {
    Sarg<?> sarg = ((RexLiteral) search.operands.get(1)).getValueAs(Sarg.class);
    if (sarg == null || !isEnd(search.operands.get(0))) {
      return null;
    }
    if (sarg.rangeSet.isEmpty()) {
      return sarg.nullAs == RexUnknownAs.TRUE ? literal(Long.MAX_VALUE) : null;
    }
    if (!sarg.rangeSet.span().hasLowerBound()
        || !(sarg.rangeSet.span().lowerEndpoint() instanceof BigDecimal least)) {
      return null;
    }
    boolean strict = sarg.rangeSet.span().lowerBoundType() == BoundType.OPEN;
    return literal(strict ? least.longValueExact() : least.longValueExact() - 1);
  }

  private boolean isEnd(RexNode node) {
    return node instanceof RexInputRef ref && ref.getIndex() == endSnapshot;
  }

  private static @Nullable Long literalOf(RexNode node) {
    return node instanceof RexLiteral literal ? literal.getValueAs(Long.class) : null;
  }

  private RexNode literal(long value) {
    return builder.makeExactLiteral(
        BigDecimal.valueOf(value), builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT));
  }
}
