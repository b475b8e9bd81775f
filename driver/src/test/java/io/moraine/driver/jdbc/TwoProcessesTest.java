package io.moraine.driver.jdbc;

import static io.moraine.driver.jdbc.OwnLake.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.api.Catalog;
import io.moraine.driver.cli.Main;
import io.moraine.model.CatalogOptions;
import io.moraine.model.NewLake;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** This process and others write to one lake in a folder. */
@Timeout(180)
class TwoProcessesTest {
  private static final String SCHEMAS = "SELECT schema_name FROM ducklake_schema ORDER BY 1";

  @TempDir private Path folder = Path.of("");

  private String lake = "";

  @BeforeEach
  void create() {
    lake = folder.resolve("lake").toString();
    Catalog.create(CatalogOptions.of(lake), NewLake.PLAIN);
  }

  private Connection connect(String properties) throws SQLException {
    return DriverManager.getConnection("jdbc:moraine:" + lake + properties);
  }

  /** What another process printed. */
  private record Run(int exit, String text) {}

  /** Has another process run a statement. */
  private Run elsewhere(String sql, String... more) throws Exception {
    String[] command = {
      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
      "-XX:TieredStopAtLevel=1",
      "-cp",
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
      Main.class.getName(),
      "query",
      lake,
      sql,
      "--format=csv"
    };
    String[] all = Arrays.copyOf(command, command.length + more.length);
    System.arraycopy(more, 0, all, command.length, more.length);
    Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
    try (var output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      return new Run(process.exitValue(), text);
    } finally {
      process.destroy();
    }
  }

  @Test
  void theyTakeTurns() throws Exception {
    for (int turn = 0; turn < 2; turn++) {
      String[] statements;
      try (Connection connection = connect("")) {
        connection.setAutoCommit(false);
        SqlCommit.stageSchema(connection, "here" + turn);
        connection.commit();
        statements = SqlCommit.createSchema(connection, "there" + turn);
      }
      Run run = elsewhere(String.join("; ", statements));
      assertThat(run.text()).isEqualTo("changed_rows\n1\n".repeat(3));
      assertThat(run.exit()).isZero();
    }
    try (Connection connection = connect("")) {
      assertThat(column(connection, SCHEMAS))
          .containsExactly("here0", "here1", "main", "there0", "there1");
    }
  }

  @Test
  void aTransactionLosesToAnotherProcessAndWinsTheNextTime() throws Exception {
    try (Connection connection = connect("")) {
      connection.setAutoCommit(false);
      String[] overtaking = SqlCommit.createSchema(connection, "there");
      SqlCommit.stageSchema(connection, "here");
      Run run = elsewhere(String.join("; ", overtaking));
      assertThat(run.exit()).as(run.text()).isZero();
      assertThatThrownBy(connection::commit).hasFieldOrPropertyWithValue("SQLState", "40001");
      assertThat(column(connection, SCHEMAS)).containsExactly("main", "there");
      SqlCommit.stageSchema(connection, "here");
      connection.commit();
      assertThat(column(connection, SCHEMAS)).containsExactly("here", "main", "there");
    }
  }

  @Test
  void theRoleIsNotTakenFromAProcessAtWorkUnlessByForce() throws Exception {
    String option = "INSERT INTO ducklake_metadata (key, value) VALUES ('my_%s', 'x')";
    try (Connection connection = connect("?writerIdle=10m")) {
      try (var statement = connection.createStatement()) {
        statement.executeUpdate(option.formatted("a"));
      }
      Run refused = elsewhere(option.formatted("b"), "--set", "takeOverWait=0s");
      assertThat(refused.text()).contains("55006");
      assertThat(refused.exit()).isEqualTo(1);
      Run forced = elsewhere(option.formatted("c"), "--set", "takeOver=force");
      assertThat(forced.exit()).as(forced.text()).isZero();
      assertThat(
              column(
                  connection, "SELECT key FROM ducklake_metadata WHERE key LIKE 'my_%' ORDER BY 1"))
          .containsExactly("my_a", "my_c");
      try (var statement = connection.createStatement()) {
        statement.executeUpdate(option.formatted("d"));
      }
    }
  }
}
