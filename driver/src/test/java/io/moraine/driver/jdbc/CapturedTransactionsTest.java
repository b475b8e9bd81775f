package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.api.Catalog;
import io.moraine.driver.parser.StatementParser;
import io.moraine.driver.testing.DumpedScope;
import io.moraine.model.CatalogOptions;
import io.moraine.model.ColumnType;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.testing.Fixtures;
import io.moraine.testing.ScopeRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The transactions by which DuckLake wrote to a lake, run through JDBC on a lake of ours, leave the
 * rows that DuckLake's catalog database held in the end.
 *
 * <p>A transaction without inlined rows runs as it was captured. Of the others, the statements on
 * tables of inlined rows are left out. The one that made the catalog is replaced by the creation of
 * a lake. Those that are refused are in {@link #REFUSED}; in their place runs what is left without
 * the refused statement, or else just their snapshot, so that the next one's follows it.
 */
class CapturedTransactionsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern INLINED = Pattern.compile("ducklake_inlined_(data|delete)_");
  private static final Pattern SNAPSHOT =
      Pattern.compile("INSERT INTO \\S+ducklake_snapshot(_changes)? .*", Pattern.DOTALL);

  /** Has a VARIANT column, which no record holds. */
  private static final long VARIANT_TABLE = 8;

  /** The actions whose transactions are refused, and why, where a lake has them. */
  private static final List<String> REFUSED =
      List.of(
          "create_table_variant 0A000 VARIANT columns are not written",
          "insert_variant_small 23000 table_id 8 names nothing that lives",
          "insert_variant_files 0A000 VARIANT columns are not written",
          "insert_partitioned_identity 23000 partition_value is NULL, which no record can hold");

  private static final Pattern ROW_OF_FILE = Pattern.compile("\\((\\d+), \\d+, \\d+, [^()]*\\)");

  private final Set<Long> filesWithoutValues = new HashSet<>();
  private final List<String> refused = new ArrayList<>();
  private int asCaptured;
  private int inPart;

  private record Captured(String action, List<String> texts, boolean whole) {}

  @ParameterizedTest
  @CsvSource({
    "postgresql, 4, 80, 70",
    "postgresql-maintained, 0, 30, 5",
    "sqlite, 4, 80, 70",
    "sqlite-maintained, 0, 30, 5"
  })
  void theCapturedTransactionsGiveTheCapturedRows(
      String lake, int refusals, int fewestAsCaptured, int fewestInPart) throws Exception {
    CatalogOptions options = CatalogOptions.of("memory:captured-" + lake);
    Catalog.create(options, new NewLake(Optional.of("data/"), false));
    try (Connection connection =
        DriverManager.getConnection("jdbc:moraine:" + options.location())) {
      connection.setAutoCommit(false);
      for (Captured each : transactions(lake)) {
        run(connection, each);
      }
    }
    assertThat(refused)
        .hasSize(refusals)
        .allMatch(each -> REFUSED.stream().anyMatch(each::matches));
    assertThat(asCaptured).isGreaterThanOrEqualTo(fewestAsCaptured);
    assertThat(inPart).isGreaterThanOrEqualTo(fewestInPart);
    compare(options, new DumpedScope(Fixtures.folder("ducklake/" + lake + "/tables")));
  }

  private void run(Connection connection, Captured transaction) throws SQLException {
    Optional<SQLException> refusal = attempt(connection, transaction.texts());
    if (refusal.isEmpty()) {
      asCaptured += transaction.whole() ? 1 : 0;
      inPart += transaction.whole() ? 0 : 1;
      return;
    }
    refused.add(describe(transaction, refusal.get()));
    List<String> statements =
        transaction.texts().stream().flatMap(text -> StatementParser.split(text).stream()).toList();
    List<String> others =
        statements.stream().filter(each -> !each.contains("file_partition_value")).toList();
    statements.stream().filter(each -> !others.contains(each)).forEach(this::noteFiles);
    if (others.size() == statements.size() || attempt(connection, others).isPresent()) {
      List<String> snapshot =
          statements.stream().filter(each -> SNAPSHOT.matcher(each).matches()).toList();
      assertThat(attempt(connection, snapshot)).isEmpty();
    }
  }

  private void noteFiles(String insert) {
    ROW_OF_FILE
        .matcher(insert)
        .results()
        .forEach(row -> filesWithoutValues.add(Long.valueOf(row.group(1))));
  }

  /** The action, with the reason as it stands in the list, or as it is. */
  private static String describe(Captured transaction, SQLException refusal) {
    return REFUSED.stream()
        .filter(
            each -> {
              String[] parts = each.split(" ", 3);
              return parts[0].equals(transaction.action())
                  && parts[1].equals(refusal.getSQLState())
                  && String.valueOf(refusal.getMessage()).contains(parts[2]);
            })
        .findFirst()
        .orElse(transaction.action() + " " + refusal.getSQLState() + " " + refusal.getMessage());
  }

  private static Optional<SQLException> attempt(Connection connection, List<String> texts)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : texts) {
        statement.execute(text);
      }
      connection.commit();
      return Optional.empty();
    } catch (SQLException e) {
      connection.rollback();
      return Optional.of(e);
    }
  }

  /** The transactions but the first, which makes the catalog, and those of inlined rows alone. */
  private static List<Captured> transactions(String lake) throws IOException {
    List<Captured> transactions = new ArrayList<>();
    Path file = Fixtures.folder("ducklake/workload").resolve(lake + ".writes.jsonl");
    for (String line : Files.readAllLines(file)) {
      JsonNode json = JSON.readTree(line);
      List<String> texts = new ArrayList<>();
      boolean whole = true;
      for (JsonNode text : json.get("statements")) {
        boolean inlined = INLINED.matcher(text.asText()).find();
        whole &= !inlined;
        texts.addAll(inlined ? withoutInlined(text.asText()) : List.of(text.asText()));
      }
      if (!texts.isEmpty()) {
        transactions.add(new Captured(json.get("action").asText(), texts, whole));
      }
    }
    return transactions.subList(1, transactions.size());
  }

  private static List<String> withoutInlined(String text) {
    List<String> statements =
        StatementParser.split(text).stream().filter(each -> !INLINED.matcher(each).find()).toList();
    return statements.isEmpty() ? List.of() : List.of(String.join(";\n", statements));
  }

  private void compare(CatalogOptions options, DumpedScope expected) {
    try (Catalog catalog = Catalog.open(options);
        ReadScope scope = catalog.readScope()) {
      for (MetadataTable table : MetadataTable.values()) {
        if (table != MetadataTable.INLINED_DATA_TABLES) {
          assertThat(
                  lines(
                      table, ScopeRows.of(scope, TableScan.of(table)).stream().map(Arrays::asList)))
              .as(table.sqlName())
              .containsExactlyInAnyOrderElementsOf(lines(table, expected.rowsOf(table).stream()));
        }
      }
    }
  }

  private List<String> lines(MetadataTable table, Stream<List<@Nullable Object>> rows) {
    return rows.filter(row -> canBeHeld(table, row)).map(row -> line(table, row)).toList();
  }

  /** What belongs to refused statements, and what every lake shows in its own way, is left out. */
  private boolean canBeHeld(MetadataTable table, List<@Nullable Object> row) {
    int tableId = table.ordinalOf("table_id");
    return switch (table) {
      case METADATA -> !"created_by".equals(row.get(0));
      case FILE_VARIANT_STATS -> false;
      case FILE_PARTITION_VALUE -> !filesWithoutValues.contains(row.get(0));
      case COLUMN_TAG -> row.get(row.size() - 1) != null;
      default -> tableId < 0 || !Long.valueOf(VARIANT_TABLE).equals(row.get(tableId));
    };
  }

  /** The row without the times and the UUID that are made anew. */
  private static String line(MetadataTable table, List<@Nullable Object> row) {
    List<String> values = new ArrayList<>();
    boolean mainSchema = table == MetadataTable.SCHEMA && Long.valueOf(0).equals(row.get(0));
    for (int i = 0; i < row.size(); i++) {
      ColumnType type = table.columns().get(i).type();
      boolean made = type == ColumnType.TIMESTAMPTZ || (mainSchema && type == ColumnType.UUID);
      values.add(made && row.get(i) != null ? "made" : String.valueOf(row.get(i)));
    }
    return values.toString();
  }
}
