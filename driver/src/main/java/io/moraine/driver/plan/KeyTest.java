package io.moraine.driver.plan;

import com.google.common.collect.BoundType;
import com.google.common.collect.Range;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/**
 * What a condition says of one BIGINT column: that it is one of some points, or in a range. The
 * values are BIGINT and refer to no column.
 *
 * @param points the values it may have; empty for a range
 * @param from the least value, inclusive, if there is one
 * @param to the greatest value, inclusive, if there is one
 * @param exact whether the condition says no more than this
 */
record KeyTest(List<RexNode> points, @Nullable RexNode from, @Nullable RexNode to, boolean exact) {
  KeyTest {
    points = List.copyOf(points);
  }

  /** What {@code condition} says of the column at {@code position}, or null if nothing. */
  static @Nullable KeyTest of(RexNode condition, int position, RexBuilder builder) {
    return new Translator(position, builder).translate(condition);
  }

  private static KeyTest points(List<RexNode> points) {
    return new KeyTest(points, null, null, true);
  }

  private record Translator(int position, RexBuilder builder) {
    @Nullable KeyTest translate(RexNode condition) {
      return switch (condition.getKind()) {
        case EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
            comparison((RexCall) condition);
        case OR -> anyOf(RelOptUtil.disjunctions(condition));
        case SEARCH -> search((RexCall) condition);
        default -> null;
      };
    }

    private @Nullable KeyTest comparison(RexCall call) {
      RexNode left = call.operands.get(0);
      RexNode right = call.operands.get(1);
      if (isColumn(left) && isValue(right)) {
        return comparison(call.getKind(), right);
      }
      return isColumn(right) && isValue(left) ? comparison(call.getKind().reverse(), left) : null;
    }

    private KeyTest comparison(SqlKind kind, RexNode value) {
      RexNode bigint = builder.ensureType(bigint(value.getType().isNullable()), value, false);
      return switch (kind) {
        case EQUALS -> points(List.of(bigint));
        case GREATER_THAN_OR_EQUAL -> new KeyTest(List.of(), bigint, null, true);
        case LESS_THAN_OR_EQUAL -> new KeyTest(List.of(), null, bigint, true);
        case GREATER_THAN -> above(bigint);
        default -> below(bigint);
      };
    }

    private KeyTest above(RexNode value) {
      Long literal = literalOf(value);
      return literal == null || literal == Long.MAX_VALUE
          ? new KeyTest(List.of(), value, null, false)
          : new KeyTest(List.of(), literal(literal + 1), null, true);
    }

    private KeyTest below(RexNode value) {
      Long literal = literalOf(value);
      return literal == null || literal == Long.MIN_VALUE
          ? new KeyTest(List.of(), null, value, false)
          : new KeyTest(List.of(), null, literal(literal - 1), true);
    }

    private @Nullable KeyTest anyOf(List<RexNode> conditions) {
      List<RexNode> points = new ArrayList<>();
      for (RexNode each : conditions) {
        KeyTest test = translate(each);
        if (test == null || test.points.isEmpty() || !test.exact) {
          return null;
        }
        points.addAll(test.points);
      }
      return points(points);
    }

    private @Nullable KeyTest search(RexCall call) {
      RexLiteral literal = (RexLiteral) call.operands.get(1);
      Sarg<?> sarg = literal.getValueAs(Sarg.class);
      if (sarg == null
          || sarg.nullAs == RexUnknownAs.TRUE
          || sarg.rangeSet.isEmpty()
          || !isColumn(call.operands.get(0))
          || !isInteger(literal)) {
        return null;
      }
      return sarg.isPoints() ? pointsOf(sarg) : rangeOf(sarg);
    }

    private KeyTest pointsOf(Sarg<?> sarg) {
      List<RexNode> points = new ArrayList<>();
      for (Range<?> range : sarg.rangeSet.asRanges()) {
        points.add(literal(((BigDecimal) range.lowerEndpoint()).longValueExact()));
      }
      return points(points);
    }

    private KeyTest rangeOf(Sarg<?> sarg) {
      Range<?> span = sarg.rangeSet.span();
      boolean exact = sarg.rangeSet.asRanges().size() == 1;
      RexNode from = null;
      RexNode to = null;
      if (span.hasLowerBound()) {
        long least = ((BigDecimal) span.lowerEndpoint()).longValueExact();
        boolean step = span.lowerBoundType() == BoundType.OPEN && least != Long.MAX_VALUE;
        exact &= step || span.lowerBoundType() == BoundType.CLOSED;
        from = literal(step ? least + 1 : least);
      }
      if (span.hasUpperBound()) {
        long greatest = ((BigDecimal) span.upperEndpoint()).longValueExact();
        boolean step = span.upperBoundType() == BoundType.OPEN && greatest != Long.MIN_VALUE;
        exact &= step || span.upperBoundType() == BoundType.CLOSED;
        to = literal(step ? greatest - 1 : greatest);
      }
      return new KeyTest(List.of(), from, to, exact);
    }

    /** Whether it is the column itself, or a cast of it that changes nothing. */
    private boolean isColumn(RexNode node) {
      if (node.isA(SqlKind.CAST)) {
        RexNode operand = ((RexCall) node).operands.get(0);
        return SqlTypeUtil.equalSansNullability(
                builder.getTypeFactory(), node.getType(), operand.getType())
            && isColumn(operand);
      }
      return node instanceof RexInputRef ref && ref.getIndex() == position;
    }

    private static boolean isValue(RexNode node) {
      return isInteger(node) && RexUtil.isDeterministic(node) && !refersToColumns(node);
    }

    private static boolean refersToColumns(RexNode node) {
      return !RelOptUtil.InputFinder.bits(node).isEmpty()
          || RexUtil.SubQueryFinder.find(node) != null;
    }

    private static boolean isInteger(RexNode node) {
      return SqlTypeName.INT_TYPES.contains(node.getType().getSqlTypeName());
    }

    private static @Nullable Long literalOf(RexNode node) {
      return node instanceof RexLiteral literal ? literal.getValueAs(Long.class) : null;
    }

    private RexNode literal(long value) {
      return builder.makeExactLiteral(BigDecimal.valueOf(value), bigint(false));
    }

    private org.apache.calcite.rel.type.RelDataType bigint(boolean nullable) {
      return builder
          .getTypeFactory()
          .createTypeWithNullability(
              builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT), nullable);
    }
  }
}
