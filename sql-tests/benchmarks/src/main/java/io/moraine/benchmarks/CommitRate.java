package io.moraine.benchmarks;

import io.moraine.api.Catalog;
import io.moraine.base.Call;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.Transaction;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.s3.S3Server;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How many commits a second one committer makes, each of one data file with its statistics and a
 * snapshot, durable and visible to others when it returns: in a folder and behind an S3 server, and
 * beside that SQLite and Rust's Moraine in a folder on the same disk. A process by itself; prints a
 * table.
 */
public final class CommitRate {
  private static final int COMMITS = Integer.getInteger("commits", 400);
  private static final int WARM_UP = 50;
  private static final long TABLE = 1;

  /** One line of the table. */
  private record Rate(String name, int commits, double seconds, double medianMillis, String more) {
    void print() {
      System.out.printf(
          Locale.ROOT,
          "| %-28s | %8d | %9.1f | %9.2f | %s |%n",
          name,
          commits,
          commits / seconds,
          medianMillis,
          more);
    }
  }

  /** One commit. */
  @FunctionalInterface
  private interface Step {
    void commit(int number) throws SQLException;
  }

  private CommitRate() {}

  /** Measures everything. */
  public static void main(String[] args) throws Exception {
    System.out.println("| store | commits | commits/s | median ms | requests and round trips |");
    System.out.println("|---|---|---|---|---|");
    inFolder(folder());
    behindServer(Duration.ZERO, COMMITS);
    behindServer(Duration.ofMillis(30), COMMITS / 4);
    sqlite(folder());
    Path rust = Path.of(System.getProperty("moraine.rust", "none"));
    if (Files.isExecutable(rust)) {
      rust(rust, folder());
    }
  }

  private static Path folder() throws IOException {
    return Files.createTempDirectory("moraine-commits-");
  }

  private static void inFolder(Path folder) throws Exception {
    measureLake("Moraine, file:", CatalogOptions.of("file:" + folder.resolve("lake")), COMMITS);
    Lake.delete(folder);
  }

  private static void behindServer(Duration latency, int commits) throws Exception {
    try (S3Server server = S3Server.start()) {
      server.createBucket("lakes");
      server.latency(latency);
      CatalogOptions options =
          CatalogOptions.of("s3://lakes/commits")
              .withS3(server.options())
              .withAccess(Access.READ_WRITE);
      measureLake("Moraine, s3: at " + latency.toMillis() + " ms", options, commits);
    }
  }

  private static void measureLake(String name, CatalogOptions options, int commits)
      throws Exception {
    Catalog.create(options, NewLake.PLAIN);
    try (Catalog catalog = Catalog.open(options)) {
      commit(catalog, each -> each.createTable("t", "id"));
      Step step = number -> commit(catalog, each -> each.addFile(TABLE, "f" + number, 10));
      warmUp(step);
      List<CatalogFigures.Requests> before = catalog.figures().requests();
      Call call = new Call();
      Rate rate = call.run(() -> measure(name, commits, step));
      new Rate(
              name,
              commits,
              rate.seconds(),
              rate.medianMillis(),
              costs(commits, before, catalog.figures().requests(), call))
          .print();
    }
  }

  private static String costs(
      int commits,
      List<CatalogFigures.Requests> before,
      List<CatalogFigures.Requests> after,
      Call call) {
    StringBuilder costs = new StringBuilder();
    for (int i = 0; i < after.size(); i++) {
      CatalogFigures.Requests each = after.get(i).minus(before.get(i));
      if (each.requests() > 0) {
        costs.append(
            String.format(
                Locale.ROOT,
                "%s %.2f written %.2f read, ",
                each.objects(),
                (double) each.writes() / commits,
                (double) (each.reads() + each.listings()) / commits));
      }
    }
    return costs
        + String.format(
            Locale.ROOT, "%.2f round trips", (double) call.cost().roundTrips() / commits);
  }

  private static void commit(Catalog catalog, java.util.function.Consumer<DuckLakeCommit> steps) {
    try (ReadScope scope = catalog.readScope();
        Transaction transaction = catalog.begin(scope)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      steps.accept(commit);
      commit.commit();
    }
  }

  private static void warmUp(Step step) throws SQLException {
    for (int i = 0; i < WARM_UP; i++) {
      step.commit(-1 - i);
    }
  }

  private static Rate measure(String name, int commits, Step step) {
    List<Double> millis = new ArrayList<>();
    long begin = System.nanoTime();
    for (int i = 0; i < commits; i++) {
      long started = System.nanoTime();
      try {
        step.commit(i);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
      millis.add((System.nanoTime() - started) / 1e6);
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    millis.sort(null);
    return new Rate(name, commits, seconds, millis.get(commits / 2), "");
  }

  /** The same rows, with a log of its own and each commit forced to the disk. */
  private static void sqlite(Path folder) throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("db"));
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=FULL");
      for (String table : SqliteFile.TABLES) {
        statement.execute(table);
      }
      connection.setAutoCommit(false);
      try (SqliteFile file = new SqliteFile(connection)) {
        warmUp(file::commit);
        measure("SQLite, WAL, synchronous=FULL", COMMITS, file::commit).print();
      }
    }
    Lake.delete(folder);
  }

  /** The statements of one commit. */
  private static final class SqliteFile implements AutoCloseable {
    static final List<String> TABLES =
        List.of(
            "CREATE TABLE ducklake_snapshot (snapshot_id BIGINT PRIMARY KEY, snapshot_time BIGINT,"
                + " schema_version BIGINT, next_catalog_id BIGINT, next_file_id BIGINT)",
            "CREATE TABLE ducklake_snapshot_changes (snapshot_id BIGINT PRIMARY KEY, changes_made"
                + " VARCHAR, author VARCHAR, commit_message VARCHAR, commit_extra_info VARCHAR)",
            "CREATE TABLE ducklake_data_file (data_file_id BIGINT PRIMARY KEY, table_id BIGINT,"
                + " begin_snapshot BIGINT, path VARCHAR, record_count BIGINT, file_size_bytes"
                + " BIGINT, footer_size BIGINT, row_id_start BIGINT)",
            "CREATE TABLE ducklake_file_column_stats (data_file_id BIGINT, table_id BIGINT,"
                + " column_id BIGINT, value_count BIGINT, min_value VARCHAR, max_value VARCHAR)",
            "CREATE TABLE ducklake_table_stats (table_id BIGINT, record_count BIGINT, next_row_id"
                + " BIGINT, file_size_bytes BIGINT)",
            "INSERT INTO ducklake_table_stats VALUES (1, 0, 0, 0)");

    private static final List<String> STATEMENTS =
        List.of(
            "INSERT INTO ducklake_snapshot VALUES (?, 0, 1, 2, ?)",
            "INSERT INTO ducklake_snapshot_changes VALUES (?, 'inserted_into_table:1', ?, NULL,"
                + " NULL)",
            "INSERT INTO ducklake_data_file VALUES (?, 1, ?, 'f', 10, 1010, 321, 0)",
            "INSERT INTO ducklake_file_column_stats VALUES (?, 1, ?, 10, '0', '9')",
            "UPDATE ducklake_table_stats SET record_count = record_count + 10, next_row_id ="
                + " next_row_id + 10, file_size_bytes = file_size_bytes + ? WHERE table_id < ?");

    private final Connection connection;
    private final List<PreparedStatement> statements = new ArrayList<>();
    private int last;

    SqliteFile(Connection connection) throws SQLException {
      this.connection = connection;
      for (String each : STATEMENTS) {
        statements.add(connection.prepareStatement(each));
      }
    }

    void commit(int number) throws SQLException {
      last++;
      for (PreparedStatement each : statements) {
        each.setLong(1, last);
        each.setLong(2, Math.max(2, last));
        each.executeUpdate();
      }
      connection.commit();
    }

    @Override
    public void close() throws SQLException {
      for (PreparedStatement each : statements) {
        each.close();
      }
    }
  }

  /** What the Rust program prints of itself; each commit is durable, none is published. */
  private static void rust(Path program, Path folder) throws Exception {
    Process process =
        new ProcessBuilder(
                program.toString(), "bench", folder.toString(), Integer.toString(COMMITS))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    System.out.println(
        "Rust, in a folder, in its log but not forced to the disk: " + answer.trim());
    Lake.delete(folder);
  }
}
