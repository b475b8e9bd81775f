package io.moraine.benchmarks;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One data file by its id, prepared once, warm. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class PointLookup {
  private static final String BY_ID =
      "SELECT path, record_count, file_size_bytes FROM ducklake_data_file"
          + " WHERE table_id = ? AND data_file_id = ?";

  private final SplittableRandom random = new SplittableRandom(20260101);
  private @Nullable PreparedStatement statement;

  /** Prepares the statement. */
  @Setup(Level.Trial)
  public void prepare(OpenLake lake) throws SQLException {
    statement = lake.connection().prepareStatement(BY_ID);
  }

  /** Closes it. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    if (statement != null) {
      statement.close();
    }
  }

  /** Looks up one id of those that exist. */
  @Benchmark
  public String dataFileById(OpenLake lake) throws SQLException {
    PreparedStatement prepared = java.util.Objects.requireNonNull(statement);
    prepared.setLong(1, lake.tableId());
    prepared.setLong(2, random.nextLong(lake.firstFile(), lake.lastFile() + 1));
    try (ResultSet row = prepared.executeQuery()) {
      return row.next() ? row.getString(1) + row.getLong(2) + row.getLong(3) : "";
    }
  }
}
