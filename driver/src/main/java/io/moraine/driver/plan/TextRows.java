package io.moraine.driver.plan;

import java.util.Collections;
import java.util.List;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** Statements whose rows are texts that are known when they are planned. */
final class TextRows {
  private TextRows() {}

  /** A statement of VARCHAR columns with these rows. */
  static PlannedStatement of(
      StatementKind kind, String sql, List<String> columns, List<List<String>> rows) {
    RelDataTypeFactory.Builder builder = Dialect.TYPES.builder();
    columns.forEach(name -> builder.add(name, SqlTypeName.VARCHAR));
    RelDataType rowType = builder.build();
    Enumerable<Object> enumerable =
        Linq4j.asEnumerable(
            rows.stream()
                .<Object>map(row -> row.size() == 1 ? row.get(0) : row.toArray())
                .toList());
    return new PlannedStatement(
        kind,
        rowType,
        List.of(),
        Signatures.of(
            sql, rowType, List.of(), Collections.nCopies(columns.size(), null), List.of()),
        request -> enumerable);
  }
}
