package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.DataFileValue;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.Projection;
import io.moraine.keyspace.SchemaVersionValue;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.keyspace.U64;
import io.moraine.model.KeyCondition;
import io.moraine.model.TableScan;
import io.moraine.table.RecordSource.Direction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code ducklake_schema_versions}, by table and {@code begin_snapshot}: the schema version
 * records; what only snapshot records tell of changed tables; and for a table whose oldest row is
 * younger than its oldest data file a row that covers the file.
 *
 * <p>Records and data files are read in step, table by table. What snapshot records tell is
 * gathered first, since it is stored by snapshot.
 *
 * <p>Source: Moraine keyspace, section 3.4.
 */
final class SchemaVersionRows implements FullRows {
  private static final int ID_COUNT = 2;
  private static final Projection SNAPSHOT =
      SnapshotValue.TYPE.project(List.of("schema_version", "schema_changed_table_ids"));

  private final RecordSource source;
  private final KeyCondition key;
  private final Direction direction;
  private final DecodeCounter counter;
  private final Comparator<SchemaVersion> order;
  private final StoredVersions stored;
  private final OldestFiles files;
  private List<SchemaVersion> ofSnapshots = List.of();
  private int nextOfSnapshots;
  private long newestVersion;
  private boolean started;
  private @Nullable OpenTable open;

  /** A row. */
  private record SchemaVersion(long tableId, long beginSnapshot, long schemaVersion) {
    static final Comparator<SchemaVersion> BY_KEY =
        Comparator.comparing(SchemaVersion::tableId, Long::compareUnsigned)
            .thenComparing(SchemaVersion::beginSnapshot, Long::compareUnsigned);

    @Nullable Object[] toRow() {
      return new @Nullable Object[] {beginSnapshot, schemaVersion, tableId};
    }
  }

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
    this.source = source;
    this.key = scan.key();
    this.direction = MetadataTables.direction(scan);
    this.counter = counter;
    this.order =
        direction == Direction.ASCENDING ? SchemaVersion.BY_KEY : SchemaVersion.BY_KEY.reversed();
    KeyCondition tables = KeyConditions.onFirst(key);
    this.stored = new StoredVersions(source, tables, direction, counter);
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
      ofSnapshots = readSnapshots();
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
      Optional<SchemaVersion> floor = table.floor(newestVersion);
      if (floor.isPresent()) {
        return floor;
      }
    }
    if (peeked.isPresent()) {
      table.oldest = peeked.get();
      pass(peeked.get());
      return peeked;
    }
    return table.floorChecked ? Optional.empty() : table.floor(newestVersion);
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

  /** The next row of records and snapshots; a record hides what a snapshot says of its key. */
  private Optional<SchemaVersion> peek() {
    SchemaVersion ofSnapshot =
        nextOfSnapshots < ofSnapshots.size() ? ofSnapshots.get(nextOfSnapshots) : null;
    SchemaVersion ofRecord = stored.current;
    if (ofRecord == null || ofSnapshot == null) {
      return Optional.ofNullable(ofRecord != null ? ofRecord : ofSnapshot);
    }
    return Optional.of(order.compare(ofRecord, ofSnapshot) <= 0 ? ofRecord : ofSnapshot);
  }

  private void pass(SchemaVersion row) {
    if (stored.current != null && order.compare(stored.current, row) == 0) {
      stored.move();
    }
    while (nextOfSnapshots < ofSnapshots.size()
        && order.compare(ofSnapshots.get(nextOfSnapshots), row) == 0) {
      nextOfSnapshots++;
    }
  }

  private List<SchemaVersion> readSnapshots() {
    List<SchemaVersion> changes = new ArrayList<>();
    Bytes prefix = KeyPrefix.snapshots();
    try (SpanStream snapshots =
        SpanStream.live(source, KeySpan.of(prefix, 1, KeyCondition.NONE), Direction.ASCENDING)) {
      while (snapshots.next()) {
        counter.recordDecoded();
        RecordKeys.checkLength(snapshots.key(), prefix.length() + Long.BYTES);
        addChanges(U64.readBe(snapshots.key(), prefix.length()), snapshots, changes);
      }
    }
    changes.sort(order);
    return changes;
  }

  private void addChanges(long snapshotId, SpanStream snapshot, List<SchemaVersion> changes) {
    @Nullable Object[] fields = SNAPSHOT.read(snapshot.key(), snapshot.value());
    if (fields[0] instanceof Long version && fields[1] instanceof List<?> tableIds) {
      newestVersion = version;
      for (Object tableId : tableIds) {
        if (KeyConditions.matches(KeyConditions.onFirst(key), (Long) tableId)) {
          changes.add(new SchemaVersion((Long) tableId, snapshotId, version));
        }
      }
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

  /** The schema version records. */
  private static final class StoredVersions implements AutoCloseable {
    private static final Bytes PREFIX = KeyPrefix.schemaVersions();

    private final SpanStream records;
    private final DecodeCounter counter;
    private @Nullable SchemaVersion current;

    StoredVersions(
        RecordSource source, KeyCondition tables, Direction direction, DecodeCounter counter) {
      this.records = SpanStream.live(source, KeySpan.of(PREFIX, ID_COUNT, tables), direction);
      this.counter = counter;
    }

    void move() {
      current = records.next() ? decode(records.key(), records.value()) : null;
    }

    private SchemaVersion decode(Bytes key, Bytes value) {
      counter.recordDecoded();
      RecordKeys.checkLength(key, PREFIX.length() + ID_COUNT * Long.BYTES);
      return new SchemaVersion(
          U64.readBe(key, PREFIX.length()),
          U64.readBe(key, PREFIX.length() + Long.BYTES),
          SchemaVersionValue.TYPE.decode(key, value).schemaVersion());
    }

    @Override
    public void close() {
      records.close();
    }
  }

  /** The least {@code begin_snapshot} of the data files of each table, ended ones included. */
  private static final class OldestFiles implements AutoCloseable {
    private static final TableLayout LAYOUT = TableLayout.of(EntityKind.FILE);
    private static final Projection BEGIN = DataFileValue.TYPE.project(List.of("begin_snapshot"));

    private final RecordStream records;
    private final DecodeCounter counter;
    private boolean present;

    OldestFiles(
        RecordSource source, KeyCondition tables, Direction direction, DecodeCounter counter) {
      this.records =
          new MergedVersions(
              SpanStream.live(source, KeySpan.of(LAYOUT.live(), 2, tables), direction),
              SpanStream.ended(source, KeySpan.of(LAYOUT.ended(), 3, tables), direction),
              LAYOUT,
              direction);
      this.counter = counter;
    }

    void move() {
      present = records.next();
    }

    /** The table of the next file, or empty if there is none. */
    Optional<Long> tableId() {
      if (!present) {
        return Optional.empty();
      }
      Bytes prefix = records.ended() ? LAYOUT.ended() : LAYOUT.live();
      return Optional.of(U64.readBe(RecordKeys.ids(records.key(), prefix.length(), Long.BYTES), 0));
    }

    /** Passes all files of the next table. */
    Optional<Long> readTable() {
      Optional<Long> table = tableId();
      Optional<Long> oldest = Optional.empty();
      while (present && tableId().equals(table)) {
        counter.recordDecoded();
        if (BEGIN.read(records.key(), records.value())[0] instanceof Long begin) {
          oldest = oldest.filter(known -> known <= begin).or(() -> Optional.of(begin));
        }
        move();
      }
      return oldest;
    }

    @Override
    public void close() {
      records.close();
    }
  }
}
