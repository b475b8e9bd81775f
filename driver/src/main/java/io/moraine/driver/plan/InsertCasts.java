package io.moraine.driver.plan;

import io.moraine.driver.dml.TargetColumns;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeMappingRules;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Casts the rows of an INSERT's source to the types of its columns. */
final class InsertCasts {
  private InsertCasts() {}

  /**
   * The query with casts around its columns, which must be as many.
   *
   * @throws StatementException of state TYPE_MISMATCH if there is no such cast
   */
  static RelRoot apply(RelRoot root, TargetColumns columns) {
    RelNode rel = root.project();
    RexBuilder builder = rel.getCluster().getRexBuilder();
    List<RexNode> values = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (RelDataTypeField field : rel.getRowType().getFieldList()) {
      RelDataType type = columns.type(field.getIndex(), builder.getTypeFactory());
      requireCast(field, type, columns);
      values.add(builder.makeCast(type, builder.makeInputRef(rel, field.getIndex())));
      names.add(field.getName());
    }
    return RelRoot.of(
        LogicalProject.create(rel, List.of(), values, names, Set.of()), SqlKind.SELECT);
  }

  private static void requireCast(RelDataTypeField field, RelDataType type, TargetColumns columns) {
    if (!SqlTypeUtil.canCastFrom(type, field.getType(), SqlTypeMappingRules.instance(true))) {
      int ordinal = columns.ordinals().get(field.getIndex());
      throw new StatementException(
          SqlState.TYPE_MISMATCH,
          "Column "
              + columns.table().columns().get(ordinal).name()
              + " is of type "
              + type.getSqlTypeName()
              + ", but is given "
              + field.getType().getSqlTypeName());
    }
  }
}
