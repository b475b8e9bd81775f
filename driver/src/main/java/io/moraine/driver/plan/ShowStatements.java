package io.moraine.driver.plan;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.parser.ParsedStatement;
import io.moraine.driver.schema.MoraineSchema;
import io.moraine.driver.schema.TypeNames;
import java.util.List;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.lookup.LikePattern;

/** SHOW TABLES, SHOW SCHEMAS and DESCRIBE, answered from the schemas. */
final class ShowStatements {
  private ShowStatements() {}

  /** The statement; it must be one of the three. */
  static PlannedStatement plan(String sql, ParsedStatement statement, PlanSettings settings) {
    if (statement instanceof ParsedStatement.ShowTables show) {
      return tables(sql, show.schema().orElse(settings.defaultSchema()));
    }
    if (statement instanceof ParsedStatement.Describe describe) {
      return columns(sql, describe.table(), settings);
    }
    return schemas(sql);
  }

  private static PlannedStatement schemas(String sql) {
    return names(sql, "schema_name", MoraineSchema.root().getSubSchemaMap().keySet());
  }

  private static PlannedStatement tables(String sql, String schemaName) {
    return names(sql, "name", schema(schemaName).getTableNames(LikePattern.any()));
  }

  /** A schema by the name under which it is listed. */
  private static CalciteSchema schema(String name) {
    return MoraineSchema.root().getSubSchemaMap().values().stream()
        .filter(schema -> schema.getName().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new StatementException(
                    SqlState.UNKNOWN_SCHEMA, "There is no schema \"" + name + "\""));
  }

  private static PlannedStatement names(String sql, String column, Iterable<String> names) {
    List<List<String>> rows = new java.util.ArrayList<>();
    names.forEach(name -> rows.add(List.of(name)));
    rows.sort(java.util.Comparator.comparing(row -> row.get(0)));
    return TextRows.of(StatementKind.SHOW, sql, List.of(column), rows);
  }

  private static PlannedStatement columns(String sql, List<String> name, PlanSettings settings) {
    RelDataType rowType = new MoraineCatalogReader(settings).rowType(name);
    return TextRows.of(
        StatementKind.SHOW,
        sql,
        List.of("column_name", "column_type", "null"),
        rowType.getFieldList().stream().map(ShowStatements::column).toList());
  }

  private static List<String> column(RelDataTypeField field) {
    return List.of(
        field.getName(),
        TypeNames.of(field.getType()),
        field.getType().isNullable() ? "YES" : "NO");
  }
}
