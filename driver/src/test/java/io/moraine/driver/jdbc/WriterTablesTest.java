package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CollectionOptions;
import io.moraine.model.CompactionListener;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code system} tells of writing. */
class WriterTablesTest {
  @RegisterExtension final OwnLake lake = new OwnLake();

  @Test
  void theWriterTellsItsRoleAndWhatItCommitted() throws SQLException {
    try (Connection connection = lake.connect("?writerIdle=10m");
        Statement statement = connection.createStatement()) {
      long before = lake.commits();
      statement.executeUpdate("INSERT INTO ducklake_metadata (key, value) VALUES ('my_a', '1')");
      statement.executeUpdate("INSERT INTO ducklake_metadata (key, value) VALUES ('my_b', '1')");
      List<@Nullable String> row =
          Lake.query(
                  connection,
                  "SELECT role, epoch, commits, unknown_outcomes, last_commit_at IS NOT NULL,"
                      + " publication_age_s >= 0, tail_objects > 0, tail_bytes > 0"
                      + " FROM system.writer")
              .get(0);
      assertThat(row.get(0)).isEqualTo("held");
      assertThat(Long.parseLong(row.get(1))).isPositive();
      assertThat(row.subList(2, row.size()))
          .containsExactly(Long.toString(before + 2), "0", "true", "true", "true", "true");
    }
  }

  @Test
  void lostRacesAreCounted() throws SQLException {
    try (Connection one = lake.connect();
        Connection other = lake.connect()) {
      other.setAutoCommit(false);
      SqlCommit.stageSchema(other, "second");
      one.setAutoCommit(false);
      SqlCommit.stageSchema(one, "first");
      one.commit();
      org.assertj.core.api.Assertions.assertThatThrownBy(other::commit)
          .hasFieldOrPropertyWithValue("SQLState", "40001");
      assertThat(OwnLake.column(one, "SELECT conflicts FROM system.writer")).containsExactly("1");
    }
  }

  @Test
  void checkpointsAreListed() throws SQLException {
    UUID kept = lake.catalog().createCheckpoint(Optional.of("kept"), Optional.empty());
    UUID brief =
        lake.catalog().createCheckpoint(Optional.empty(), Optional.of(Duration.ofHours(1)));
    try (Connection connection = lake.connect()) {
      assertThat(
              Lake.query(
                  connection,
                  "SELECT checkpoint_id, name, expires_at IS NULL FROM system.checkpoints"
                      + " WHERE name IS NULL OR name NOT LIKE 'moraine-%'"))
          .containsExactlyInAnyOrder(
              List.of(kept.toString(), "kept", "true"),
              java.util.Arrays.asList(brief.toString(), null, "false"));
      assertThat(
              OwnLake.column(
                  connection,
                  "SELECT count(*) > 0 FROM system.checkpoints"
                      + " WHERE name LIKE 'moraine-publication%' AND created_at < expires_at"))
          .containsExactly("true");
    }
  }

  @Test
  void whatWasCollectedIsTold() throws SQLException {
    try (Connection connection = lake.connect()) {
      assertThat(OwnLake.column(connection, "SELECT count(*) FROM system.collection"))
          .containsExactly("0");
      assertThat(lake.catalog().collect(CollectionOptions.DEFAULT).isComplete()).isTrue();
      assertThat(
              Lake.query(
                  connection,
                  "SELECT objects, runs, seen > 0, failures, problem FROM system.collection"
                      + " WHERE objects IN ('manifests', 'log_objects')"))
          .containsExactly(
              java.util.Arrays.asList("manifests", "1", "true", "0", null),
              java.util.Arrays.asList("log_objects", "1", "true", "0", null));
      assertThat(
              OwnLake.column(
                  connection,
                  "SELECT objects FROM system.collection WHERE boundary IS NOT NULL"
                      + " AND last_run_at IS NOT NULL"))
          .contains("manifests");
    }
  }

  @Test
  void whatWasMergedIsTold() throws SQLException {
    lake.catalog().flush();
    try (Connection connection = lake.connect()) {
      long merged =
          lake.catalog().compact(Optional.empty(), CompactionListener.NONE).compactions().size();
      assertThat(merged).isPositive();
      assertThat(
              Lake.query(
                  connection,
                  "SELECT compactions, failures, tables_merged >= compactions, bytes_read > 0,"
                      + " last_at IS NOT NULL FROM system.compaction"))
          .containsExactly(List.of(Long.toString(merged), "0", "true", "true", "true"));
    }
  }

  @Test
  void scopesOfTheProcessAreListedWithWhatProtectsThem() throws SQLException {
    try (Connection connection = lake.connect()) {
      connection.setAutoCommit(false);
      assertThat(
              OwnLake.column(
                  connection, "SELECT count(*) FROM system.scopes WHERE opened_at IS NOT NULL"))
          .containsExactly("1");
      assertThat(
              Lake.query(
                  connection,
                  "SELECT open_scopes, trusted_until IS NOT NULL FROM system.leases"
                      + " WHERE open_scopes > 0"))
          .containsExactly(List.of("1", "true"));
    }
  }

  @Test
  void tablesOfSegmentsAreCounted() throws SQLException {
    lake.catalog().flush();
    try (Connection connection = lake.connect()) {
      assertThat(OwnLake.column(connection, "SELECT sum(l0_tables) FROM system.writer_segments"))
          .isEqualTo(OwnLake.column(connection, "SELECT l0_tables FROM system.writer"));
    }
  }
}
