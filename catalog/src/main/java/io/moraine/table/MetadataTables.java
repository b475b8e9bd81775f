package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.KeyRange;
import io.moraine.model.CatalogException;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import io.moraine.table.RecordSource.Direction;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the 28 metadata tables out of the records of one store revision. */
public final class MetadataTables {
  /** Below every snapshot id. */
  private static final long NONE_SKIPPED = -1;

  /** Readers of all columns of the tables that are records. */
  private static final Map<MetadataTable, RowReader> WHOLE_ROWS = wholeRows();

  private MetadataTables() {}

  private static Map<MetadataTable, RowReader> wholeRows() {
    Map<MetadataTable, RowReader> readers = new EnumMap<>(MetadataTable.class);
    for (MetadataTable table : MetadataTable.values()) {
      if (TableLayout.find(table).isPresent()) {
        List<Integer> all = IntStream.range(0, table.columns().size()).boxed().toList();
        readers.put(table, new RowReader(ColumnSources.of(table), all));
      }
    }
    return readers;
  }

  /**
   * The row of one live record, all columns; null if there is no such record. Costs one point read.
   *
   * @param table whose rows are records, each one
   * @param ids all ids of the record, in the order of the table's key columns
   */
  public static @Nullable Object @Nullable [] find(
      RecordSource source, MetadataTable table, List<Long> ids) {
    Bytes key = KeyPrefix.append(ColumnSources.of(table).layout().live(), ids);
    Bytes value = source.find(key);
    if (value == null) {
      return null;
    }
    List<@Nullable Object[]> rows = new ArrayList<>(1);
    Objects.requireNonNull(WHOLE_ROWS.get(table)).read(key, value, false, rows);
    return rows.get(0);
  }

  /**
   * Opens a scan of a metadata table. Records are read as rows are asked for; only those inside the
   * key condition are, and of their values only the fields that the projection needs.
   *
   * @param head the snapshot id in the revision's head record
   * @throws CatalogException of kind INVALID_REQUEST if the scan names columns that the table does
   *     not have, or has conditions on more key columns than there are
   */
  public static RowIterator open(
      RecordSource source, TableScan scan, long head, DecodeCounter counter) {
    check(scan);
    return switch (scan.table()) {
      case SCHEMA_VERSIONS -> new FullRowScan(new SchemaVersionRows(source, scan, counter), scan);
      case INLINED_DATA_TABLES ->
          new FullRowScan(new InlinedTableRows(source, scan, counter), scan);
      case METADATA -> new FullRowScan(new OptionRows(source, scan, counter), scan);
      default -> openRecords(source, scan, head, counter);
    };
  }

  private static RowIterator openRecords(
      RecordSource source, TableScan scan, long head, DecodeCounter counter) {
    ColumnSources sources = ColumnSources.of(scan.table());
    TableLayout layout = sources.layout();
    long endedSkipped = endedSkipped(scan, layout);
    RecordStream records = records(source, scan, layout, endedSkipped >= head);
    return new RecordScan(records, scan, sources, endedSkipped, counter);
  }

  /** The greatest end of ended records that no row of the scan can come from. */
  private static long endedSkipped(TableScan scan, TableLayout layout) {
    boolean recordsAreRows = layout.versioned() && layout.children().isEmpty();
    return recordsAreRows
        ? Math.max(scan.asOf().orElse(NONE_SKIPPED), scan.endedAfter().orElse(NONE_SKIPPED))
        : NONE_SKIPPED;
  }

  private static RecordStream records(
      RecordSource source, TableScan scan, TableLayout layout, boolean liveOnly) {
    Direction direction = direction(scan);
    List<KeyRange> live = liveRanges(scan, layout);
    if (!layout.versioned() || liveOnly) {
      return RangeStream.live(source, live, direction);
    }
    List<KeyRange> ended = KeyRanges.of(layout.ended(), layout.idNames().size() + 1, scan.key());
    if (scan.order() == ScanOrder.STORED && scan.table() != MetadataTable.COLUMN_TAG) {
      return RangeStream.liveThenEnded(source, live, ended);
    }
    RecordStream merged =
        new MergedVersions(
            RangeStream.live(source, live, direction),
            RangeStream.ended(source, ended, direction),
            layout,
            direction);
    return scan.table() == MetadataTable.COLUMN_TAG ? new LatestVersions(merged, layout) : merged;
  }

  private static List<KeyRange> liveRanges(TableScan scan, TableLayout layout) {
    List<KeyRange> ranges = KeyRanges.of(layout.live(), layout.idNames().size(), scan.key());
    boolean snapshots =
        scan.table() == MetadataTable.SNAPSHOT || scan.table() == MetadataTable.SNAPSHOT_CHANGES;
    return snapshots && scan.asOf().isPresent()
        ? upTo(scan.asOf().getAsLong(), layout.live(), ranges)
        : ranges;
  }

  private static List<KeyRange> upTo(long snapshotId, Bytes prefix, List<KeyRange> ranges) {
    if (snapshotId < 0) {
      return List.of();
    }
    Bytes bound = KeyPrefix.append(prefix, List.of(snapshotId)).prefixEnd().orElseThrow();
    return ranges.stream()
        .filter(range -> range.fromInclusive().compareTo(bound) < 0)
        .map(range -> KeyRanges.before(bound, range))
        .toList();
  }

  /** Which way keys are read. */
  static Direction direction(TableScan scan) {
    return scan.order() == ScanOrder.KEY_DESCENDING ? Direction.DESCENDING : Direction.ASCENDING;
  }

  private static void check(TableScan scan) {
    int columns = scan.table().columns().size();
    if (scan.projection().stream().anyMatch(ordinal -> ordinal < 0 || ordinal >= columns)) {
      throw invalid(scan, "has " + columns + " columns; asked for " + scan.projection());
    }
    KeyCondition key = scan.key();
    int used = key.prefix().size() + (key.next() instanceof KeyCondition.Any ? 0 : 1);
    if (used > scan.table().keyColumns().size()) {
      throw invalid(
          scan, "has " + scan.table().keyColumns().size() + " key columns; condition " + key);
    }
  }

  private static CatalogException invalid(TableScan scan, String reason) {
    return new CatalogException(
        CatalogException.Kind.INVALID_REQUEST, scan.table().sqlName() + " " + reason);
  }
}
