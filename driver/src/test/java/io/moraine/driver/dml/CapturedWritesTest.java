package io.moraine.driver.dml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.driver.parser.StatementParser;
import io.moraine.driver.testing.DumpedScope;
import io.moraine.driver.testing.EditedScope;
import io.moraine.driver.testing.QueryRunner;
import io.moraine.model.ColumnType;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import io.moraine.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The statements that DuckLake sent to its catalog database when it wrote to a lake give the rows
 * that the database held in the end.
 *
 * <p>Left out are statements that make, change or register tables of inlined rows, those that make
 * the tables of the catalog, and DuckDB's appends, which are no SQL. Times, and the UUID of the
 * first schema, are made anew.
 */
class CapturedWritesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "ducklake_inlined_(data|delete)_|^CREATE TABLE|__duckdb_internal_appended_data");

  /** What DuckDB appends to its own tables without SQL. */
  private static final Set<MetadataTable> APPENDED =
      EnumSet.of(
          MetadataTable.DATA_FILE,
          MetadataTable.FILE_COLUMN_STATS,
          MetadataTable.FILE_PARTITION_VALUE,
          MetadataTable.FILE_VARIANT_STATS);

  @ParameterizedTest
  @CsvSource({
    "postgresql, 700",
    "postgresql-maintained, 200",
    "sqlite, 700",
    "sqlite-maintained, 200",
    "duckdb, 600",
    "duckdb-maintained, 150"
  })
  void theCapturedStatementsGiveTheCapturedRows(String lake, int fewest) throws IOException {
    DumpedScope scope = DumpedScope.empty();
    EditedScope transaction = new EditedScope(scope);
    int run = 0;
    for (String sql : statements(lake)) {
      if (!LEFT_OUT.matcher(sql).find()) {
        QueryRunner.write(transaction, sql);
        run++;
      }
    }
    DumpedScope expected = new DumpedScope(Fixtures.folder("ducklake/" + lake + "/tables"));
    for (MetadataTable table : MetadataTable.values()) {
      if (isComparable(table, lake)) {
        assertThat(texts(table, scope))
            .as(table.sqlName())
            .containsExactlyInAnyOrderElementsOf(texts(table, expected));
      }
    }
    assertThat(run).isGreaterThanOrEqualTo(fewest);
    assertThat(scope.openCursors()).isZero();
  }

  private static boolean isComparable(MetadataTable table, String lake) {
    return table != MetadataTable.INLINED_DATA_TABLES
        && !(lake.startsWith("duckdb") && APPENDED.contains(table));
  }

  private static List<String> statements(String lake) throws IOException {
    List<String> statements = new ArrayList<>();
    for (String line :
        Files.readAllLines(Fixtures.folder("ducklake/workload").resolve(lake + ".writes.jsonl"))) {
      for (JsonNode text : JSON.readTree(line).get("statements")) {
        statements.addAll(StatementParser.split(text.asText()));
      }
    }
    return statements;
  }

  private static List<String> texts(MetadataTable table, DumpedScope scope) {
    return scope.rowsOf(table).stream().map(row -> text(table, row)).toList();
  }

  private static String text(MetadataTable table, List<@Nullable Object> row) {
    List<String> values = new ArrayList<>();
    boolean firstSchema = table == MetadataTable.SCHEMA && Long.valueOf(0).equals(row.get(0));
    for (int i = 0; i < row.size(); i++) {
      MetadataColumn column = table.columns().get(i);
      boolean made =
          column.type() == ColumnType.TIMESTAMPTZ
              || (firstSchema && column.type() == ColumnType.UUID);
      values.add(made && row.get(i) != null ? "made" : String.valueOf(row.get(i)));
    }
    return values.toString();
  }
}
