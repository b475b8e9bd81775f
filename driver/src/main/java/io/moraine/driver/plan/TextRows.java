package io.moraine.driver.plan;

import java.util.Collections;
import java.util.List;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** Statements whose rows are texts. */
final class TextRows {
  private TextRows() {}

  /** A statement of VARCHAR columns with these rows, which are known when it is planned. */
  static PlannedStatement of(
      StatementKind kind, String sql, List<String> columns, List<List<String>> rows) {
    Enumerable<Object> enumerable =
        Linq4j.asEnumerable(
            rows.stream()
                .<Object>map(row -> row.size() == 1 ? row.get(0) : row.toArray())
                .toList());
    return of(kind, sql, columns, List.of(), request -> enumerable);
  }

  /** A statement of VARCHAR columns whose rows {@code executable} makes. */
  static PlannedStatement of(
      StatementKind kind,
      String sql,
      List<String> columns,
      List<RelDataType> parameterTypes,
      PlannedStatement.Executable executable) {
    RelDataTypeFactory.Builder builder = Dialect.TYPES.builder();
    columns.forEach(name -> builder.add(name, SqlTypeName.VARCHAR));
    RelDataType rowType = builder.build();
    return new PlannedStatement(
        kind,
        rowType,
        parameterTypes,
        Signatures.of(
            sql, rowType, List.of(), Collections.nCopies(columns.size(), null), parameterTypes),
        executable);
  }
}
