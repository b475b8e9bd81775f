package io.moraine.slate.compaction;

import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowView;
import io.moraine.slate.format.SstWriter;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.read.ScanShape;
import io.moraine.slate.read.VersionScan;
import io.moraine.slate.write.TableUpload;
import io.moraine.slate.write.Ulids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges the rows of tables into new tables, which are in the store when it is done and which no
 * manifest names yet. Holds one table, and what is read ahead. One use each.
 */
final class Merge {
  /** How many rows are merged between two looks at the clock. */
  private static final int ROWS_PER_BEAT = 1024;

  /** What index, filter and the rest of a table take at most, as a part of it and besides. */
  private static final int PARTS_SHARE = 8;

  private static final int PARTS_BYTES = 64 << 10;

  private final CompactorParts parts;
  private final CompactorOptions options;
  private final SsTableTree sources;
  private final Retention retention;
  private final ScanShape shape;
  private final Ulids ids;
  private final Pulse pulse;
  private final TableUpload upload;
  private final List<SsTableView> written = new ArrayList<>();
  private @Nullable SstWriter table;
  private long rowsRead;
  private long rowsWritten;
  private long bytesWritten;

  /** Is told that the merge goes on. */
  @FunctionalInterface
  interface Pulse {
    /**
     * May throw to end the merge.
     *
     * @param rowsRead rows that were read so far
     * @param bytesWritten bytes of the tables that were written so far
     */
    void beat(long rowsRead, long bytesWritten);
  }

  /**
   * What was made.
   *
   * @param tables the new tables, ascending by key
   */
  record Merged(List<SsTableView> tables, long rowsRead, long rowsWritten, long bytesWritten) {}

  /**
   * A merge of {@code sources}.
   *
   * @param shape how far ahead they are read
   * @param ids makes the ids of the new tables
   */
  Merge(
      CompactorParts parts,
      CompactorOptions options,
      SsTableTree sources,
      Retention retention,
      ScanShape shape,
      Ulids ids,
      Pulse pulse) {
    this.parts = parts;
    this.options = options;
    this.sources = sources;
    this.retention = retention;
    this.shape = shape;
    this.ids = ids;
    this.pulse = pulse;
    this.upload = new TableUpload(parts.store(), parts.layout(), options.ids());
  }

  Merged run() {
    try (VersionScan rows = new VersionScan(parts.context(), sources, shape)) {
      RowView row = rows.next();
      while (row != null) {
        row = mergeKey(rows, row);
      }
    }
    endTable();
    return new Merged(List.copyOf(written), rowsRead, rowsWritten, bytesWritten);
  }

  /** Merges the versions of the key of {@code first}; the first row of the next key. */
  private @Nullable RowView mergeKey(VersionScan rows, RowView first) {
    var key = first.copyKey();
    retention.begin(key);
    RowView row = first;
    do {
      retention.add(row);
      if (++rowsRead % ROWS_PER_BEAT == 0) {
        pulse.beat(rowsRead, bytesWritten);
      }
      row = rows.next();
    } while (row != null && row.compareKey(key) == 0);
    retention.end().forEach(this::write);
    return row;
  }

  private void write(Row row) {
    if (table != null && table.blockBytes() >= options.maxTableBytes()) {
      endTable();
    }
    if (table == null) {
      table = SstWriter.table(options.filterPolicies(), options.blockBytes(), expectedBytes());
    }
    SstWriter unused = table.add(row);
    rowsWritten++;
  }

  private int expectedBytes() {
    long all = sources.views().mapToLong(Picking::size).sum();
    long most = Math.min(Math.max(all - bytesWritten, 0), options.maxTableBytes());
    return (int) Math.min(most + most / PARTS_SHARE + PARTS_BYTES, Integer.MAX_VALUE / 2);
  }

  private void endTable() {
    if (table != null) {
      SstWriter.Table finished = table.finish();
      table = null;
      written.add(upload.put(ids.next(), finished));
      bytesWritten += finished.content().length();
      pulse.beat(rowsRead, bytesWritten);
    }
  }
}
