package io.moraine.driver.plan;

import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.AvaticaType;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/** Describes columns and parameters to Avatica. */
final class Signatures {
  private Signatures() {}

  /**
   * The signature of a statement.
   *
   * @param labels what to call columns without a name, by {@link ColumnLabels#of}
   * @param origins for each column the path of the table column it comes from, or null
   */
  static Meta.Signature of(
      String sql,
      RelDataType rowType,
      List<String> labels,
      List<? extends @Nullable List<String>> origins,
      List<RelDataType> parameterTypes) {
    List<ColumnMetaData> columns = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      String label =
          ColumnLabels.label(labels, field.getName(), field.getIndex(), rowType.getFieldCount());
      columns.add(column(field, label, origins.get(field.getIndex())));
    }
    return new Meta.Signature(
        columns,
        sql,
        parameters(parameterTypes),
        Map.of(),
        columns.size() == 1 ? Meta.CursorFactory.OBJECT : Meta.CursorFactory.ARRAY,
        Meta.StatementType.SELECT);
  }

  /** The parameters of these types. */
  static List<AvaticaParameter> parameters(List<RelDataType> types) {
    List<AvaticaParameter> parameters = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      parameters.add(parameter("?" + i, types.get(i)));
    }
    return parameters;
  }

  private static AvaticaParameter parameter(String name, RelDataType type) {
    return new AvaticaParameter(
        false,
        precision(type),
        scale(type),
        type.getSqlTypeName().getJdbcOrdinal(),
        typeName(type),
        Object.class.getName(),
        name);
  }

  private static ColumnMetaData column(
      RelDataTypeField field, String label, @Nullable List<String> origin) {
    RelDataType type = field.getType();
    AvaticaType avaticaType = avaticaType(type);
    return new ColumnMetaData(
        field.getIndex(),
        false,
        true,
        false,
        false,
        type.isNullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
        true,
        precision(type),
        label,
        part(origin, 0),
        part(origin, 2),
        precision(type),
        scale(type),
        part(origin, 1),
        null,
        avaticaType,
        true,
        false,
        false,
        avaticaType.columnClassName());
  }

  private static AvaticaType avaticaType(RelDataType type) {
    RelDataType component = type.getComponentType();
    if (component != null) {
      return ColumnMetaData.array(avaticaType(component), typeName(type), rep(component));
    }
    if (type.isStruct()) {
      return ColumnMetaData.struct(
          type.getFieldList().stream().map(field -> column(field, field.getName(), null)).toList());
    }
    return ColumnMetaData.scalar(type.getSqlTypeName().getJdbcOrdinal(), typeName(type), rep(type));
  }

  private static Rep rep(RelDataType type) {
    return Rep.of(Dialect.TYPES.getJavaClass(type));
  }

  private static @Nullable String part(@Nullable List<String> origin, int fromEnd) {
    return origin == null || fromEnd >= origin.size()
        ? null
        : origin.get(origin.size() - 1 - fromEnd);
  }

  private static int precision(RelDataType type) {
    return Math.max(0, type.getPrecision());
  }

  private static int scale(RelDataType type) {
    return type.getScale() == RelDataType.SCALE_NOT_SPECIFIED ? 0 : type.getScale();
  }

  private static String typeName(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case ARRAY, MULTISET, MAP, ROW -> type.toString();
      default -> type.getSqlTypeName().getName();
    };
  }
}
