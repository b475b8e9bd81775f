package io.moraine.benchmarks;

import java.io.IOException;
import java.sql.Connection;
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

/** A lake that was read before, on one connection in autocommit mode. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class WarmLake {
  /** The latency of a request to S3 in milliseconds, or {@code file}, or another engine. */
  @Param({"file", "0", "10", "30", "SQLITE", "DUCKDB"})
  String latency = "file";

  private @Nullable Place place;
  private @Nullable Connection connection;

  /** Opens the lake. */
  @Setup(Level.Trial)
  public void open() throws SQLException, IOException {
    boolean other = latency.equals("SQLITE") || latency.equals("DUCKDB");
    boolean local = other || latency.equals("file");
    Place put = new Place(local ? null : Duration.ofMillis(Long.parseLong(latency)));
    place = put;
    connection = other ? Engine.valueOf(latency).open(put.folder()) : put.connect();
  }

  /** Removes the lake. */
  @TearDown(Level.Trial)
  public void close() throws SQLException, IOException {
    Objects.requireNonNull(connection).close();
    Objects.requireNonNull(place).close();
  }

  /** Lists all files. */
  @Benchmark
  public long fileList(FileList.Rows counter) throws SQLException {
    return FileList.read(Objects.requireNonNull(connection), 1, counter);
  }
}
