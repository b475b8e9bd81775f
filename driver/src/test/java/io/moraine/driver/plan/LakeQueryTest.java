package io.moraine.driver.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.api.Catalog;
import io.moraine.driver.testing.DumpedScope;
import io.moraine.driver.testing.QueryRunner;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.testing.Fixtures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Queries over lakes that DuckDB wrote through Moraine: what the plan reads from the store gives
 * the same rows as the plainest evaluation over the dumped tables.
 */
class LakeQueryTest {
  private static final List<String> QUERIES =
      List.of(
          "SELECT * FROM ducklake_snapshot ORDER BY snapshot_id DESC LIMIT 3",
          "SELECT MAX(snapshot_id), MIN(snapshot_time) FROM ducklake_snapshot",
          "SELECT MAX(snapshot_id) FROM ducklake_snapshot",
          "SELECT snapshot_id FROM ducklake_snapshot WHERE snapshot_id BETWEEN 2 AND 5",
          "SELECT * FROM ducklake_column WHERE table_id IN (1, 3) ORDER BY table_id, column_id",
          "SELECT column_name FROM ducklake_column WHERE table_id = 1 AND column_id > 1",
          "SELECT data_file_id, path FROM ducklake_data_file"
              + " WHERE table_id = 1 AND 4 >= begin_snapshot"
              + " AND (4 < end_snapshot OR end_snapshot IS NULL)",
          "SELECT table_name FROM ducklake_table WHERE end_snapshot IS NULL ORDER BY table_id DESC",
          "SELECT t.table_name, f.path, d.path FROM ducklake_table t"
              + " JOIN ducklake_data_file f USING (table_id)"
              + " LEFT JOIN ducklake_delete_file d USING (data_file_id)",
          "SELECT t.table_name, (SELECT COUNT(*) FROM ducklake_data_file f"
              + " WHERE f.table_id = t.table_id) FROM ducklake_table t",
          "SELECT table_name FROM ducklake_table t WHERE EXISTS"
              + " (SELECT 1 FROM ducklake_tag g WHERE g.object_id = t.table_id)",
          "SELECT table_id, COUNT(*), SUM(file_size_bytes) FROM ducklake_data_file"
              + " GROUP BY table_id ORDER BY table_id",
          "SELECT column_id, min_value, max_value FROM ducklake_file_column_stats"
              + " WHERE table_id = 1 AND data_file_id = 1");

  @ParameterizedTest
  @ValueSource(
      strings = {"shop", "types", "inlined", "many_files", "killed", "mapped", "maintained"})
  void queriesGiveTheRowsOfTheDump(String lake) {
    DumpedScope dump = new DumpedScope(Fixtures.folder("lakes/" + lake + "/tables"));
    String location = Fixtures.store("lakes/" + lake).toString();
    try (Catalog catalog = Catalog.open(CatalogOptions.of(location).withAccess(Access.READ_ONLY));
        ReadScope scope = catalog.readScope()) {
      for (String sql : queries(dump.snapshotId())) {
        assertThat(new QueryRunner(scope).texts(sql))
            .as(sql)
            .containsExactlyInAnyOrderElementsOf(new QueryRunner(dump).texts(sql));
      }
    }
  }

  private static List<String> queries(long snapshot) {
    List<String> all = new ArrayList<>(QUERIES);
    all.add("SELECT * FROM ducklake_table AT (VERSION => " + snapshot + ") t");
    Arrays.stream(MetadataTable.values())
        .forEach(table -> all.add("SELECT * FROM " + table.sqlName()));
    return all;
  }
}
