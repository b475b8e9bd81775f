package io.moraine.driver.type;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.moraine.driver.parser.ParsedStatement.Describe;
import io.moraine.driver.parser.ParsedStatement.Query;
import io.moraine.driver.parser.ParsedStatement.Refused;
import io.moraine.driver.parser.StatementParser;
import io.moraine.driver.parser.SyntaxException;
import io.moraine.model.MetadataTable;
import io.moraine.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/** The SQL that DuckDB's DuckLake extension and its users sent. */
class CapturedSqlTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CATALOG = "__ducklake_metadata_lake";

  @Test
  void whatTheExtensionAsksIsUnderstood() throws IOException {
    Map<String, Integer> outcomes = new TreeMap<>();
    List<String> failures = new ArrayList<>();
    for (String lake : List.of("duckdb", "duckdb-maintained")) {
      Path folder = Fixtures.folder("ducklake");
      List<String> statements = statements(folder.resolve("workload/" + lake + ".selects.jsonl"));
      QueryRunner runner = catalog(folder.resolve(lake + "/tables"), statements);
      for (String sql : statements) {
        String outcome = outcome(runner, sql);
        outcomes.merge(outcome, 1, Integer::sum);
        if (outcome.startsWith("failed")) {
          failures.add(outcome + ": " + sql);
        }
      }
    }

    assertThat(failures).isEmpty();
    assertThat(outcomes)
        .containsEntry("lambda over Parquet metadata", 3)
        .containsEntry("reads files", 2)
        .containsEntry("probes a table that isn't there", 12)
        .containsEntry("USING column is ambiguous to Calcite's own validator", 41)
        .containsEntry("valid", 479);
  }

  @Test
  void whatUsersAskIsParsed() throws IOException {
    Map<String, Integer> outcomes = new TreeMap<>();
    Set<String> failed = new LinkedHashSet<>();
    try (Stream<Path> files = Files.walk(Fixtures.folder("lakes"), 2)) {
      for (Path file :
          (Iterable<Path>)
              files.filter(each -> each.endsWith("queries.jsonl")).sorted()::iterator) {
        for (String sql : statements(file)) {
          String outcome = parsed(sql);
          outcomes.merge(outcome, 1, Integer::sum);
          if (outcome.equals("failed")) {
            failed.add(sql);
          }
        }
      }
    }

    assertThat(failed).allMatch(each -> each.contains("GROUP BY ALL")).hasSize(2);
    assertThat(outcomes)
        .containsEntry("described", 5)
        .containsEntry("refused", 2)
        .containsEntry("query", 607);
  }

  private static String parsed(String sql) {
    try {
      Object statement = StatementParser.parse(sql);
      if (statement instanceof Query) {
        return "query";
      }
      return statement instanceof Describe
          ? "described"
          : statement instanceof Refused ? "refused" : "other";
    } catch (SyntaxException e) {
      return "failed";
    }
  }

  private static String outcome(QueryRunner runner, String sql) {
    try {
      Query query = (Query) StatementParser.parse(sql);
      runner.validator().validate(query.tree());
      return "valid";
    } catch (SyntaxException e) {
      return sql.contains("lambda") ? "lambda over Parquet metadata" : "failed " + e.getMessage();
    } catch (CalciteContextException e) {
      String message = String.valueOf(e.getMessage()) + e.getCause();
      if (message.contains("ambiguous")) {
        return "USING column is ambiguous to Calcite's own validator";
      }
      if (message.contains("ducklake_inlined_") && message.contains("not found")) {
        return "probes a table that isn't there";
      }
      return sql.contains("read_blob") ? "reads files" : "failed " + message;
    }
  }

  private static List<String> statements(Path file) throws IOException {
    List<String> statements = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      statements.add(JSON.readTree(line).get("sql").asText());
    }
    return statements;
  }

  private static QueryRunner catalog(Path tables, List<String> statements) throws IOException {
    QueryRunner runner = new QueryRunner();
    for (MetadataTable table : MetadataTable.values()) {
      runner.add(table.sqlName(), new Columns(types -> ColumnTypes.rowType(table, types)));
    }
    List<String> columns = Files.readAllLines(tables.resolve("ducklake_column.jsonl"));
    for (String name : inlinedTables(tables, statements)) {
      Path dump = tables.resolve(name + ".jsonl");
      List<String> rows = Files.exists(dump) ? Files.readAllLines(dump) : List.of();
      JsonNode row = rows.isEmpty() ? emptyRow(name, columns) : JSON.readTree(rows.get(0));
      runner.add(name, new Columns(types -> rowType(row, types)));
    }
    CalciteSchema lake = runner.root().add(CATALOG, new AbstractSchema());
    runner.copyTables(lake.add("main", new AbstractSchema()));
    runner.copyTables(lake.add("public", new AbstractSchema()));
    return runner;
  }

  /** The tables of inlined rows that were dumped or, if dropped since, are read from. */
  private static Set<String> inlinedTables(Path tables, List<String> statements)
      throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(tables)) {
      files
          .map(file -> file.getFileName().toString().replace(".jsonl", ""))
          .filter(name -> name.matches("ducklake_inlined_(data|delete)_\\d+.*"))
          .forEach(names::add);
    }
    Pattern data = Pattern.compile("ducklake_inlined_data_\\d+_\\d+");
    for (String sql : statements) {
      data.matcher(sql).results().map(MatchResult::group).forEach(names::add);
    }
    return names;
  }

  /** A row of a table whose dump is empty, with every column the table ever had. */
  private static JsonNode emptyRow(String name, List<String> columns) throws IOException {
    ObjectNode row = JSON.createObjectNode();
    List.of("row_id", "file_id", "begin_snapshot", "end_snapshot")
        .forEach(each -> row.put(each, 0));
    for (String line : columns) {
      JsonNode column = JSON.readTree(line);
      if (name.startsWith("ducklake_inlined_data_" + column.get("table_id").asText() + "_")
          && column.get("parent_column").isNull()) {
        row.put(column.get("column_name").asText(), "");
      }
    }
    return row;
  }

  private static RelDataType rowType(JsonNode row, RelDataTypeFactory types) {
    RelDataTypeFactory.Builder builder = types.builder();
    row.properties()
        .forEach(field -> builder.add(field.getKey(), columnType(field)).nullable(true));
    return builder.build();
  }

  private static SqlTypeName columnType(Map.Entry<String, JsonNode> field) {
    boolean isId =
        Set.of("row_id", "file_id", "begin_snapshot", "end_snapshot").contains(field.getKey());
    return isId || field.getValue().isIntegralNumber() ? SqlTypeName.BIGINT : SqlTypeName.VARCHAR;
  }

  private static final class Columns extends AbstractTable {
    private final java.util.function.Function<RelDataTypeFactory, RelDataType> rowType;

    Columns(java.util.function.Function<RelDataTypeFactory, RelDataType> rowType) {
      this.rowType = rowType;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory types) {
      return rowType.apply(types);
    }
  }
}
