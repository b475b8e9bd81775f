package io.moraine.driver.schema;

import io.moraine.model.ColumnType;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** The SQL types of metadata columns. */
final class ColumnTypes {
  private ColumnTypes() {}

  /** The row type of a metadata table. */
  static RelDataType rowType(MetadataTable table, RelDataTypeFactory typeFactory) {
    RelDataTypeFactory.Builder builder = typeFactory.builder();
    for (MetadataColumn column : table.columns()) {
      builder.add(column.name(), sqlType(column.type(), typeFactory)).nullable(column.nullable());
    }
    return builder.build();
  }

  private static RelDataType sqlType(ColumnType type, RelDataTypeFactory typeFactory) {
    return switch (type) {
      case BIGINT -> typeFactory.createSqlType(SqlTypeName.BIGINT);
      case VARCHAR -> typeFactory.createSqlType(SqlTypeName.VARCHAR);
      case BOOLEAN -> typeFactory.createSqlType(SqlTypeName.BOOLEAN);
      case UUID -> typeFactory.createSqlType(SqlTypeName.UUID);
      case TIMESTAMPTZ -> typeFactory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, 6);
    };
  }
}
