package io.moraine.benchmarks;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A lake of which the process knows nothing yet, in a process that has read others. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 6)
@Measurement(iterations = 10)
public class ColdLake {
  /** The latency of a request to S3 in milliseconds, or {@code file}. */
  @Param({"file", "0", "10", "30"})
  String latency = "file";

  private @Nullable Place place;

  /** Puts the lake in its place. */
  @Setup(Level.Trial)
  public void open() throws IOException {
    place = new Place(latency.equals("file") ? null : Duration.ofMillis(Long.parseLong(latency)));
  }

  /** Has nothing known of the lake. */
  @Setup(Level.Invocation)
  public void forget() throws IOException {
    place().forget();
  }

  /** Removes the lake. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    place().close();
  }

  private Place place() {
    return Objects.requireNonNull(place);
  }

  /** Connects and looks one file up. */
  @Benchmark
  public String firstRow() throws SQLException {
    try (Connection connection = place().connect();
        PreparedStatement query =
            connection.prepareStatement(
                "SELECT path FROM ducklake_data_file WHERE table_id = 1 AND data_file_id = 1000");
        ResultSet row = query.executeQuery()) {
      row.next();
      return row.getString(1);
    }
  }

  /** Connects and lists all files. */
  @Benchmark
  public long fileList(FileList.Rows counter) throws SQLException {
    try (Connection connection = place().connect()) {
      return FileList.read(connection, 1, counter);
    }
  }
}
