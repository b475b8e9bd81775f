package io.moraine.table;

import io.moraine.model.KeyCondition;
import io.moraine.model.TableScan;
import io.moraine.table.RecordSource.Direction;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code ducklake_schema_versions}, by table and {@code begin_snapshot}: the schema version
 * records; what only snapshot records tell of changed tables; and for a table whose oldest row is
 * younger than its oldest data file a row that covers the file.
 *
 * <p>Records and data files are read in step, table by table. What only snapshot records tell is
 * gathered first, since it is stored by snapshot.
 *
 * <p>Source: Moraine {@code crates/moraine-duckdb/cpp/metadata_tables.cpp} at d417eb4.
 */
final class SchemaVersionRows implements FullRows {
  private final KeyCondition key;
  private final Direction direction;
  private final Comparator<SchemaVersion> order;
  private final StoredVersions stored;
  private final SnapshotVersions snapshots;
  private final OldestFiles files;
  private List<SchemaVersion> ofSnapshots = List.of();
  private int nextOfSnapshots;
  private boolean started;
  private @Nullable OpenTable open;

  /** The table whose rows are being given. */
  private static final class OpenTable {
    private final long tableId;
    private final Optional<Long> oldestFile;
    private @Nullable SchemaVersion oldest;
    private boolean floorChecked;

    OpenTable(long tableId, Optional<Long> oldestFile) {
      this.tableId = tableId;
      this.oldestFile = oldestFile;
    }

    /** The row that covers the oldest data file, if no other does. */
    Optional<SchemaVersion> floor(long newestVersion) {
      floorChecked = true;
      return oldestFile
          .filter(begin -> oldest == null || begin < oldest.beginSnapshot())
          .map(
              begin ->
                  new SchemaVersion(
                      tableId, begin, oldest == null ? newestVersion : oldest.schemaVersion()));
    }
  }

  SchemaVersionRows(RecordSource source, TableScan scan, DecodeCounter counter) {
    this.key = scan.key();
    this.direction = MetadataTables.direction(scan);
    this.order =
        direction == Direction.ASCENDING ? SchemaVersion.BY_KEY : SchemaVersion.BY_KEY.reversed();
    KeyCondition tables = KeyConditions.onFirst(key);
    this.stored = new StoredVersions(source, tables, direction, counter);
    this.snapshots = new SnapshotVersions(source, tables, counter);
    this.files = new OldestFiles(source, tables, direction, counter);
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    start();
    while (true) {
      Optional<SchemaVersion> next = nextOfAll();
      if (next.isEmpty()) {
        return null;
      }
      if (KeyConditions.matches(key, next.get().tableId(), next.get().beginSnapshot())) {
        return next.get().toRow();
      }
    }
  }

  private void start() {
    if (!started) {
      started = true;
      stored.begin();
      files.begin();
      ofSnapshots = snapshots.read().stream().distinct().sorted(order).toList();
      stored.move();
      files.move();
    }
  }

  private Optional<SchemaVersion> nextOfAll() {
    while (true) {
      if (open == null && !openNextTable()) {
        return Optional.empty();
      }
      Optional<SchemaVersion> next = nextOfTable(open);
      if (next.isPresent()) {
        return next;
      }
      open = null;
    }
  }

  private Optional<SchemaVersion> nextOfTable(@Nullable OpenTable table) {
    if (table == null) {
      return Optional.empty();
    }
    Optional<SchemaVersion> peeked = peek().filter(row -> row.tableId() == table.tableId);
    if (direction == Direction.ASCENDING && !table.floorChecked) {
      table.oldest = peeked.orElse(null);
      Optional<SchemaVersion> floor = table.floor(snapshots.newestVersion());
      if (floor.isPresent()) {
        return floor;
      }
    }
    if (peeked.isPresent()) {
      table.oldest = peeked.get();
      pass(peeked.get());
      return peeked;
    }
    return table.floorChecked ? Optional.empty() : table.floor(snapshots.newestVersion());
  }

  private boolean openNextTable() {
    Optional<Long> ofRows = peek().map(SchemaVersion::tableId);
    Optional<Long> ofFiles = files.tableId();
    Optional<Long> next = firstOf(ofRows, ofFiles);
    next.ifPresent(
        tableId ->
            open =
                new OpenTable(
                    tableId, ofFiles.equals(next) ? files.readTable() : Optional.empty()));
    return next.isPresent();
  }

  private Optional<Long> firstOf(Optional<Long> one, Optional<Long> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.or(() -> other);
    }
    int compared = Long.compareUnsigned(one.get(), other.get());
    boolean oneIsFirst = direction == Direction.ASCENDING ? compared <= 0 : compared >= 0;
    return oneIsFirst ? one : other;
  }

  /** The next row of records and snapshots; no key is in both. */
  private Optional<SchemaVersion> peek() {
    SchemaVersion ofSnapshot =
        nextOfSnapshots < ofSnapshots.size() ? ofSnapshots.get(nextOfSnapshots) : null;
    SchemaVersion ofRecord = stored.current();
    if (ofRecord == null || ofSnapshot == null) {
      return Optional.ofNullable(ofRecord != null ? ofRecord : ofSnapshot);
    }
    return Optional.of(order.compare(ofRecord, ofSnapshot) <= 0 ? ofRecord : ofSnapshot);
  }

  private void pass(SchemaVersion row) {
    if (row.equals(stored.current())) {
      stored.move();
    } else {
      nextOfSnapshots++;
    }
  }

  @Override
  public void close() {
    try {
      stored.close();
    } finally {
      files.close();
    }
  }
}
