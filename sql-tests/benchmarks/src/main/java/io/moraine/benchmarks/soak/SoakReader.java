package io.moraine.benchmarks.soak;

import io.moraine.testing.s3.S3Server;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A process with connections that hold transactions for up to two minutes: each shows one snapshot
 * as long as it is open, and all of it. Prints what it checked.
 */
final class SoakReader {
  private static final int CONNECTIONS = 4;
  private static final int LONGEST_MILLIS = 120_000;
  private static final int LONGEST_PAUSE_MILLIS = 5000;

  /** A connection that is thrown away after so many transactions. */
  private static final int TRANSACTIONS = 20;

  private static final String SUMS =
      "SELECT table_id, count(*), sum(record_count), sum(data_file_id) FROM ducklake_data_file"
          + " WHERE end_snapshot IS NULL GROUP BY table_id ORDER BY table_id";

  private final String url;
  private final Random random;
  private final AtomicBoolean over;

  private SoakReader(String url, long seed, AtomicBoolean over) {
    this.url = url;
    this.random = new Random(seed);
    this.over = over;
  }

  /** Reads until its input ends. {@code args}: endpoint, name, seed. */
  public static void main(String[] args) throws Exception {
    String url =
        "jdbc:moraine:"
            + SoakLake.LOCATION
            + "?access=read_write&s3.region="
            + S3Server.REGION
            + "&s3.endpoint="
            + args[0];
    ProcessFigures.startPrinting();
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      SoakReader reader = new SoakReader(url, Long.parseLong(args[2]) + i, over);
      threads.add(new Thread(reader::run, "reader-" + i));
    }
    threads.forEach(Thread::start);
    while (!SoakWriter.isOver()) {
      TimeUnit.SECONDS.sleep(1);
    }
    over.set(true);
    for (Thread each : threads) {
      each.join();
    }
  }

  private void run() {
    while (!over.get()) {
      try (Connection connection = DriverManager.getConnection(url, keys())) {
        connection.setAutoCommit(false);
        for (int i = 0; i < TRANSACTIONS && !over.get(); i++) {
          read(connection);
        }
      } catch (SQLException e) {
        report(e);
        pause();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static void pause() {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Properties keys() {
    Properties keys = new Properties();
    keys.setProperty("s3.accessKeyId", SoakServer.USER.accessKeyId());
    keys.setProperty("s3.secretAccessKey", SoakServer.USER.secretAccessKey().reveal());
    return keys;
  }

  private static void report(SQLException e) {
    boolean bearable = e.getSQLState() != null && e.getSQLState().matches("40000|08.*|HYT00|57014");
    System.out.println((bearable ? "refused " : "failed ") + e.getSQLState() + " " + e);
  }

  /** One transaction, which looks again and again. */
  private void read(Connection connection) throws SQLException, InterruptedException {
    List<Long> first = sums(connection);
    check(first);
    System.out.println("checked");
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(LONGEST_MILLIS));
    while (System.nanoTime() < until && !over.get()) {
      TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
      List<Long> again = sums(connection);
      if (!again.equals(first)) {
        System.out.println("failed isolation: " + again + " after " + first);
      }
      lookUp(connection, first);
      System.out.println("checked");
    }
    connection.commit();
  }

  private static List<Long> sums(Connection connection) throws SQLException {
    List<Long> sums = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(SUMS)) {
      while (rows.next()) {
        for (int i = 1; i <= 4; i++) {
          sums.add(rows.getLong(i));
        }
      }
    }
    return sums;
  }

  private static void check(List<Long> sums) {
    boolean right = sums.size() == 4 * SoakLake.TABLES;
    for (int i = 0; right && i < SoakLake.TABLES; i++) {
      right =
          sums.get(4 * i + 1) == SoakLake.FILES
              && sums.get(4 * i + 2) == SoakLake.FILES * SoakLake.RECORDS;
    }
    if (!right) {
      System.out.println("failed atomicity: " + sums);
    }
  }

  private void lookUp(Connection connection, List<Long> sums) throws SQLException {
    long table = sums.get(4 * random.nextInt(SoakLake.TABLES));
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT table_name FROM ducklake_table WHERE table_id = ?")) {
      statement.setLong(1, table);
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          System.out.println("failed look-up of table " + table);
        }
      }
    }
  }
}
