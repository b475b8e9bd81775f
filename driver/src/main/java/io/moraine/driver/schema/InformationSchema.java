package io.moraine.driver.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The schema {@code information_schema}: schemas, tables and columns, with the leading columns that
 * the SQL standard gives these views.
 */
final class InformationSchema extends AbstractSchema {
  static final String NAME = "information_schema";

  @Override
  protected Map<String, Table> getTableMap() {
    return Map.of("schemata", schemataView(), "tables", tablesView(), "columns", columnsView());
  }

  private static Table schemataView() {
    return ComputedTable.builder()
        .add(SqlTypeName.VARCHAR, "catalog_name", "schema_name", "schema_owner")
        .rows(
            context ->
                schemas()
                    .map(schema -> row(MoraineSchema.CATALOG, schema.getName(), null))
                    .toList());
  }

  private static Table tablesView() {
    return ComputedTable.builder()
        .add(SqlTypeName.VARCHAR, "table_catalog", "table_schema", "table_name", "table_type")
        .rows(
            context -> {
              List<@Nullable Object[]> rows = new ArrayList<>();
              forEachTable(
                  (schema, name, table) ->
                      rows.add(row(MoraineSchema.CATALOG, schema, name, typeOf(table))));
              return rows;
            });
  }

  private static Table columnsView() {
    return ComputedTable.builder()
        .add(SqlTypeName.VARCHAR, "table_catalog", "table_schema", "table_name", "column_name")
        .add(SqlTypeName.INTEGER, "ordinal_position")
        .add(SqlTypeName.VARCHAR, "column_default", "is_nullable", "data_type")
        .rows(
            context -> {
              List<@Nullable Object[]> rows = new ArrayList<>();
              forEachTable(
                  (schema, name, table) -> {
                    RelDataType rowType = table.getRowType(context.getTypeFactory());
                    rowType.getFieldList().forEach(field -> rows.add(column(schema, name, field)));
                  });
              return rows;
            });
  }

  private static @Nullable Object[] column(String schema, String table, RelDataTypeField field) {
    RelDataType type = field.getType();
    return row(
        MoraineSchema.CATALOG,
        schema,
        table,
        field.getName(),
        field.getIndex() + 1,
        null,
        type.isNullable() ? "YES" : "NO",
        TypeNames.of(type));
  }

  private interface TableVisitor {
    void visit(String schema, String name, Table table);
  }

  private static void forEachTable(TableVisitor visitor) {
    schemas()
        .forEach(
            schema -> {
              for (String name : schema.getTableNames(LikePattern.any())) {
                CalciteSchema.TableEntry entry = schema.getTable(name, true);
                if (entry != null) {
                  visitor.visit(schema.getName(), name, entry.getTable());
                }
              }
            });
  }

  private static java.util.stream.Stream<CalciteSchema> schemas() {
    return MoraineSchema.root().getSubSchemaMap().values().stream();
  }

  private static String typeOf(Table table) {
    return table instanceof MoraineTable ? "BASE TABLE" : "SYSTEM VIEW";
  }

  private static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }
}
