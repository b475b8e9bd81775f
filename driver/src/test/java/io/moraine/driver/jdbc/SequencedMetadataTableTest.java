package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code system.sequenced_metadata} shows, on a lake that nobody else has open. */
class SequencedMetadataTableTest {
  @RegisterExtension final Lake lake = Lake.of("moraine/shop-tail");

  @Test
  void thereIsARowForTheManifestsOfTheStore() throws SQLException {
    try (Connection connection = lake.connect("?readerLease=false")) {
      Lake.query(connection, "SELECT count(*) FROM ducklake_table");
      assertThat(
              Lake.query(
                  connection,
                  "SELECT directory, newest_id, cached_bytes > 0, boundary, cold_misses,"
                      + " fall_backs_cold, read_advances, write_advances, deletions"
                      + " FROM system.sequenced_metadata"))
          .containsExactly(List.of("manifest", "7", "true", "0", "1", "1", "1", "0", "0"));
      assertThat(Lake.query(connection, "SELECT location FROM system.sequenced_metadata"))
          .containsExactly(List.of("file:" + lake.path()));
    }
  }

  @Test
  void eachStatementOnAnUnchangedLakeIsAHit() throws SQLException {
    try (Connection connection = lake.connect()) {
      Lake.query(connection, "SELECT count(*) FROM ducklake_table");
      long before = hits(connection);
      Lake.query(connection, "SELECT count(*) FROM ducklake_table");
      assertThat(hits(connection)).isGreaterThan(before);
    }
  }

  @Test
  void readsAddUpToTheirHistogramAndListingsToTheirReasons() throws SQLException {
    try (Connection connection = lake.connect()) {
      Lake.query(connection, "SELECT count(*) FROM ducklake_table");
      assertThat(
              Lake.query(
                  connection,
                  "SELECT reads_with_1_probe + 2 * reads_with_2_probes + 3 * reads_with_3_probes"
                      + " + 4 * reads_with_4_probes = probes_found + probes_missing,"
                      + " reads_with_0_probes, fall_backs_many_new + fall_backs_confirmation"
                      + " + fall_backs_distrust + fall_backs_deletion + fall_backs_boundary"
                      + " + fall_backs_damage + fall_backs_vanished + boundary_invalidations"
                      + " FROM system.sequenced_metadata"))
          .containsExactly(List.of("true", "1", "0"));
    }
  }

  private static long hits(Connection connection) throws SQLException {
    List<List<@Nullable String>> rows =
        Lake.query(connection, "SELECT cache_hits FROM system.sequenced_metadata");
    return Long.parseLong(String.valueOf(rows.get(0).get(0)));
  }
}
