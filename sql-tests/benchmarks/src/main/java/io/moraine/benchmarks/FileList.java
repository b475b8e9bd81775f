package io.moraine.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The file list of a table with its delete files, as DuckLake asks for it when it plans a scan. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 3)
@Measurement(iterations = 5, time = 3)
public class FileList {
  private static final String LIST =
      "SELECT data.data_file_id, data.path, data.path_is_relative, data.file_size_bytes,"
          + " data.footer_size, data.row_id_start, data.begin_snapshot, data.partial_max,"
          + " data.record_count, del.path, del.path_is_relative, del.file_size_bytes,"
          + " del.footer_size"
          + " FROM ducklake_data_file data"
          + " LEFT JOIN (SELECT * FROM ducklake_delete_file"
          + " WHERE table_id = ? AND ? >= begin_snapshot"
          + " AND (? < end_snapshot OR end_snapshot IS NULL)) del"
          + " ON data.data_file_id = del.data_file_id"
          + " WHERE data.table_id = ? AND ? >= data.begin_snapshot"
          + " AND (? < data.end_snapshot OR data.end_snapshot IS NULL)";

  /** Rows read, reported beside the number of lists. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Rows {
    /** Rows of all lists. */
    public long rows;
  }

  /** Lists all files and reads every column. */
  @Benchmark
  public long filesWithTheirDeleteFiles(OpenLake lake, Rows counter) throws SQLException {
    return read(lake.connection(), lake.tableId(), counter);
  }

  static long read(Connection connection, long tableId, Rows counter) throws SQLException {
    long sum = 0;
    try (PreparedStatement list = connection.prepareStatement(LIST)) {
      long newest = Integer.MAX_VALUE;
      list.setLong(1, tableId);
      list.setLong(2, newest);
      list.setLong(3, newest);
      list.setLong(4, tableId);
      list.setLong(5, newest);
      list.setLong(6, newest);
      try (ResultSet rows = list.executeQuery()) {
        while (rows.next()) {
          sum += rows.getLong(1) + rows.getString(2).length() + (rows.getBoolean(3) ? 1 : 0);
          for (int i = 4; i <= 9; i++) {
            sum += rows.getLong(i);
          }
          String deletePath = rows.getString(10);
          sum += deletePath == null ? 0 : deletePath.length() + rows.getLong(12);
          counter.rows++;
        }
      }
    }
    return sum;
  }
}
