package io.moraine.driver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.testing.DumpedScope;
import io.moraine.driver.testing.QueryRunner;
import io.moraine.testing.Fixtures;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables at a snapshot that the statement names. */
class TimeTravelTest {
  private final QueryRunner runner =
      new QueryRunner(new DumpedScope(Fixtures.folder("ducklake/duckdb/tables")));

  @Test
  void aVersionShowsTheRowsVisibleAtIt() {
    assertThat(runner.rows("SELECT table_id, end_snapshot FROM ducklake_table AT (VERSION => 6) t"))
        .containsExactlyInAnyOrderElementsOf(
            runner.rows(
                "SELECT table_id, end_snapshot FROM ducklake_table WHERE begin_snapshot <= 6"
                    + " AND (end_snapshot IS NULL OR end_snapshot > 6)"));
  }

  @Test
  void aVersionMayBeAParameterAndDifferFromTableToTable() {
    String sql =
        "SELECT COUNT(*) FROM ducklake_snapshot AT (VERSION => ?) a"
            + " JOIN ducklake_snapshot AT (VERSION => 3) b ON a.snapshot_id = b.snapshot_id";
    assertThat(runner.rows(sql, 2L)).containsExactly(List.of(3L));
    assertThat(runner.rows(sql, 100L)).containsExactly(List.of(4L));
  }

  @Test
  void anInstantMeansTheNewestSnapshotAtOrBeforeIt() {
    String at = "SELECT MAX(snapshot_id) FROM ducklake_snapshot AT (TIMESTAMP => '%s') t";
    assertThat(runner.rows(at.formatted("2026-11-29 23:48:08.6008+00")))
        .containsExactly(List.of(2L));
    assertThat(runner.rows(at.formatted("2026-11-29 23:48:08.600799+00")))
        .containsExactly(List.of(1L));
    assertThat(runner.rows(at.formatted("2099-01-01"))).containsExactly(List.of(146L));
  }

  @Test
  void systemTimeIsAnInstantToo() {
    assertThat(
            runner.rows(
                "SELECT MAX(snapshot_id) FROM ducklake_snapshot"
                    + " FOR SYSTEM_TIME AS OF TIMESTAMP '2026-11-29 23:48:08.6008'"))
        .containsExactly(List.of(2L));
  }

  @Test
  void aSnapshotThatIsNotThereIsNamed() {
    assertUnknown("SELECT 1 FROM ducklake_table AT (VERSION => 147) t");
    assertUnknown("SELECT 1 FROM ducklake_table AT (TIMESTAMP => '2001-01-01') t");
  }

  private void assertUnknown(String sql) {
    assertThatThrownBy(() -> runner.rows(sql))
        .isInstanceOfSatisfying(
            StatementException.class,
            e -> assertThat(e.state()).isEqualTo(SqlState.UNKNOWN_OBJECT));
  }
}
