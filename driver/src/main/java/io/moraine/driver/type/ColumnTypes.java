package io.moraine.driver.type;

import io.moraine.model.ColumnType;
import io.moraine.model.MetadataTable;
import java.sql.Types;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The one table of the catalog's column types. The class of a value in a row is the catalog's: a
 * {@code Long} for BIGINT, a {@code String}, a {@code Boolean}, a {@code java.util.UUID}, and a
 * {@code Long} of microseconds for TIMESTAMPTZ.
 */
public enum ColumnTypes {
  /** 64-bit integers. */
  BIGINT(ColumnType.BIGINT, SqlTypeName.BIGINT, Types.BIGINT, "BIGINT"),
  /** Texts of any length. */
  VARCHAR(ColumnType.VARCHAR, SqlTypeName.VARCHAR, Types.VARCHAR, "VARCHAR"),
  /** Truth values. */
  BOOLEAN(ColumnType.BOOLEAN, SqlTypeName.BOOLEAN, Types.BOOLEAN, "BOOLEAN"),
  /** UUIDs, for which JDBC has no type of its own. */
  UUID(ColumnType.UUID, SqlTypeName.UUID, Types.OTHER, "UUID"),
  /** Instants. */
  TIMESTAMPTZ(
      ColumnType.TIMESTAMPTZ,
      SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE,
      Types.TIMESTAMP_WITH_TIMEZONE,
      "TIMESTAMP WITH TIME ZONE");

  private final ColumnType columnType;
  private final SqlTypeName sqlTypeName;
  private final int jdbcType;
  private final String typeName;

  ColumnTypes(ColumnType columnType, SqlTypeName sqlTypeName, int jdbcType, String typeName) {
    this.columnType = columnType;
    this.sqlTypeName = sqlTypeName;
    this.jdbcType = jdbcType;
    this.typeName = typeName;
  }

  /** The entry of a column type. */
  public static ColumnTypes of(ColumnType type) {
    return valueOf(type.name());
  }

  /** The row type of a metadata table. */
  public static RelDataType rowType(MetadataTable table, RelDataTypeFactory types) {
    RelDataTypeFactory.Builder builder = types.builder();
    table
        .columns()
        .forEach(
            each ->
                builder.add(each.name(), of(each.type()).sqlType(types)).nullable(each.nullable()));
    return builder.build();
  }

  /** The catalog's type. */
  public ColumnType columnType() {
    return columnType;
  }

  /** The type in plans, NOT NULL. */
  public RelDataType sqlType(RelDataTypeFactory types) {
    return types.createSqlType(sqlTypeName);
  }

  /** The constant of {@link Types}. */
  public int jdbcType() {
    return jdbcType;
  }

  /** The name that users see. */
  public String typeName() {
    return typeName;
  }
}
