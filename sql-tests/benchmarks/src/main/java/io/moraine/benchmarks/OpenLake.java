package io.moraine.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A lake open in an engine, inside one transaction. */
@State(Scope.Benchmark)
public class OpenLake {
  @Param({"MORAINE", "SQLITE", "DUCKDB"})
  Engine engine = Engine.MORAINE;

  @Param({"LARGE", "BIG"})
  Lake lake = Lake.LARGE;

  private @Nullable Path store;
  private @Nullable Connection connection;
  private long tableId;
  private long firstFile;
  private long lastFile;

  /** Unpacks the lake, opens it, and finds the table with the most files. */
  @Setup(Level.Trial)
  public void open() throws SQLException, IOException {
    Path unpacked = lake.unpack();
    store = unpacked;
    Connection open = engine.open(unpacked);
    connection = open;
    open.setAutoCommit(false);
    try (Statement statement = open.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT table_id, min(data_file_id), max(data_file_id) FROM ducklake_data_file"
                    + " GROUP BY table_id ORDER BY count(*) DESC LIMIT 1")) {
      found.next();
      tableId = found.getLong(1);
      firstFile = found.getLong(2);
      lastFile = found.getLong(3);
    }
  }

  /** Closes the connection and deletes the copy. */
  @TearDown(Level.Trial)
  public void close() throws SQLException, IOException {
    connection().close();
    if (store != null) {
      Lake.delete(store);
    }
  }

  Connection connection() {
    if (connection == null) {
      throw new IllegalStateException("not open");
    }
    return connection;
  }

  /** The table with the most files. */
  long tableId() {
    return tableId;
  }

  /** Its file ids lie from here … */
  long firstFile() {
    return firstFile;
  }

  /** … to here, both included. */
  long lastFile() {
    return lastFile;
  }
}
