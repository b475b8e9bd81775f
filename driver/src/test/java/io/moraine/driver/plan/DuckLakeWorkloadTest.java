package io.moraine.driver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.driver.testing.DumpedScope;
import io.moraine.driver.testing.QueryRunner;
import io.moraine.driver.testing.ValueTexts;
import io.moraine.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The SELECTs that DuckLake sent to its catalog database, with the rows that DuckDB gave. Those
 * over tables of inlined rows and over Parquet files are left out: the driver has no such tables.
 */
class DuckLakeWorkloadTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern LEFT_OUT =
      Pattern.compile("ducklake_inlined_(data|delete)_\\d|parquet_file_metadata|read_blob");

  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "duckdb-maintained"})
  void everyCapturedSelectGivesTheCapturedRows(String lake) throws IOException {
    DumpedScope scope = new DumpedScope(Fixtures.folder("ducklake/" + lake + "/tables"));
    QueryRunner runner = new QueryRunner(scope);
    int compared = 0;
    for (JsonNode select : selects(lake)) {
      if (!select.has("rows")) {
        continue;
      }
      String sql = select.get("sql").asText();
      List<String> expected = new ArrayList<>();
      select.get("rows").forEach(row -> expected.add(ValueTexts.ofCaptured(row)));
      List<String> actual = runner.texts(sql);
      assertThat(actual).as(sql).containsExactlyInAnyOrderElementsOf(expected);
      compared++;
    }
    assertThat(compared).isGreaterThanOrEqualTo(100);
    assertThat(scope.openCursors()).isZero();
  }

  private static List<JsonNode> selects(String lake) throws IOException {
    Path file = Fixtures.folder("ducklake/workload").resolve(lake + ".selects.jsonl");
    List<JsonNode> selects = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode select = JSON.readTree(line);
      if (!LEFT_OUT.matcher(select.get("sql").asText()).find()) {
        selects.add(select);
      }
    }
    return selects;
  }
}
