package io.moraine.verbs;

import io.moraine.base.Bytes;
import io.moraine.base.IdSource;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.keyspace.TableValue;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitMessage;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.RowUpdate;
import io.moraine.model.TableScan;
import io.moraine.staged.HiddenChanges;
import io.moraine.staged.StagedRows;
import io.moraine.table.RecordSource;
import io.moraine.table.RowIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a commit's work over one state: the rows that its verbs staged, the ids that they
 * took, and what they did. Not thread-safe.
 */
final class Draft {
  /**
   * Most operations of one commit; the end of a row counts twice. A commit is one object of the
   * log. Whoever replays it holds it in memory, at about 500 bytes an operation, and by default may
   * use 256 MiB for that; the writer itself needs about 1 KiB an operation. So many are 10,000
   * files with statistics of 38 columns.
   */
  static final int MAX_OPERATIONS = 400_000;

  private final RecordSource records;
  private final StagedRows rows;
  private final SnapshotValue newest;
  private final IdSource ids;
  private final long nowMicros;
  private final ChangeSet.Builder changes = new ChangeSet.Builder();
  private final Names names = new Names(this);

  /** Tables that got rows, or nearly. */
  private final Set<MetadataTable> insertedInto = EnumSet.noneOf(MetadataTable.class);

  private final List<Long> changedTables = new ArrayList<>();
  private final List<Long> tablesWithoutIndexes = new ArrayList<>();
  private Map<Long, Long> nextColumnIds = new HashMap<>();
  private long nextCatalogId;
  private long nextFileId;
  private boolean schemaChanged;
  private boolean ended;
  private CommitMessage message = CommitMessage.NONE;

  /**
   * @param newest the snapshot record of the head
   * @param nowMicros when the snapshot is made, microseconds since 1970-01-01 UTC
   */
  Draft(RecordSource records, SnapshotValue newest, IdSource ids, long nowMicros) {
    this.records = records;
    this.rows = new StagedRows(newest.snapshotId(), MAX_OPERATIONS);
    this.newest = newest;
    this.ids = ids;
    this.nowMicros = nowMicros;
    this.nextCatalogId = newest.nextCatalogId();
    this.nextFileId = newest.nextFileId();
  }

  /** How far a draft is. */
  private record Mark(
      int rows,
      ChangeSet.Builder.Mark changes,
      int changedTables,
      int tablesWithoutIndexes,
      Map<Long, Long> nextColumnIds,
      long nextCatalogId,
      long nextFileId,
      boolean schemaChanged) {}

  /** Runs a verb; if it fails, nothing of it stays. */
  <T> T atomically(Supplier<T> verb) {
    if (ended) {
      throw new CatalogException(Kind.CLOSED, "The work of the commit is over: it changes no more");
    }
    Mark mark = mark();
    boolean done = false;
    try {
      T result = verb.get();
      done = true;
      return result;
    } finally {
      if (!done) {
        rollBackTo(mark);
      }
    }
  }

  /** The same for a verb without a result. */
  void atomically(Runnable verb) {
    var unused =
        atomically(
            () -> {
              verb.run();
              return true;
            });
  }

  private Mark mark() {
    return new Mark(
        rows.size(),
        changes.mark(),
        changedTables.size(),
        tablesWithoutIndexes.size(),
        Map.copyOf(nextColumnIds),
        nextCatalogId,
        nextFileId,
        schemaChanged);
  }

  private void rollBackTo(Mark mark) {
    rows.truncate(mark.rows);
    changes.rollBackTo(mark.changes);
    changedTables.subList(mark.changedTables, changedTables.size()).clear();
    tablesWithoutIndexes.subList(mark.tablesWithoutIndexes, tablesWithoutIndexes.size()).clear();
    nextColumnIds = new HashMap<>(mark.nextColumnIds);
    nextCatalogId = mark.nextCatalogId;
    nextFileId = mark.nextFileId;
    schemaChanged = mark.schemaChanged;
    names.forget();
  }

  /** Who has which name, staged changes included. */
  Names names() {
    return names;
  }

  /** The records that the draft is made over. */
  RecordSource records() {
    return records;
  }

  /** The rows staged so far. */
  StagedRows rows() {
    return rows;
  }

  /** The snapshot that the commit adds, if it adds one. */
  long snapshotId() {
    return newest.snapshotId() + 1;
  }

  void describe(CommitMessage said) {
    message = said;
  }

  /** An id for a schema, table, view, macro, partitioning or sort order. */
  long newCatalogId() {
    return nextCatalogId++;
  }

  /** An id for a data file, a delete file or a name map. */
  long newFileId() {
    return nextFileId++;
  }

  /** Takes {@code count} ids for columns of a stored or staged table; gives the first. */
  long newColumnIds(long tableId, int count) {
    long live =
        live(MetadataTable.COLUMN, tableId).stream()
            .mapToLong(row -> Rows.number(MetadataTable.COLUMN, row, "column_id"))
            .max()
            .orElse(0);
    columnIdsWereTaken(tableId, live);
    long first = Objects.requireNonNull(nextColumnIds.get(tableId));
    nextColumnIds.put(tableId, first + count);
    return first;
  }

  /**
   * No column of a stored or staged table gets an id up to {@code last} any more: a table that is
   * staged does not tell of those that came and went with it, but its files may hold them.
   */
  void columnIdsWereTaken(long tableId, long last) {
    long known = nextColumnIds.computeIfAbsent(tableId, this::storedNextColumnId);
    nextColumnIds.put(tableId, Math.max(known, last + 1));
  }

  private long storedNextColumnId(long tableId) {
    Bytes key = Key.Current.of(EntityKind.TABLE, tableId).encode();
    Bytes value = records.find(key);
    return value == null ? 0 : TableValue.TYPE.decode(key, value).nextColumnId();
  }

  /** The definitions of a table's equality indexes end. */
  void endIndexesOf(long tableId) {
    tablesWithoutIndexes.add(tableId);
  }

  UUID newUuid() {
    return ids.nextUuid();
  }

  /** What the commit does, as it will be said. */
  ChangeSet.Builder changes() {
    return changes;
  }

  /** The commit changes what tables there are, or what they look like. */
  void schemaChanged() {
    schemaChanged = true;
  }

  /** The commit changes what a table or view looks like: it gets a version of its own. */
  void schemaChangedOf(long tableId) {
    schemaChanged = true;
    changedTables.add(tableId);
  }

  /**
   * The live rows of a table whose leading key columns are {@code key}, staged ones included. With
   * all key columns of a table whose rows are records, it costs a point read at most.
   */
  List<@Nullable Object[]> live(MetadataTable table, Long... key) {
    if (key.length == table.keyColumns().size() && StagedRows.areRecords(table)) {
      @Nullable Object @Nullable [] row = rows.find(records, table, key);
      return row == null ? List.of() : List.<@Nullable Object[]>of(row);
    }
    List<@Nullable Object[]> found = new ArrayList<>();
    TableScan scan = liveOnly(TableScan.of(table).where(KeyCondition.equalTo(key)));
    int end = table.endSnapshotOrdinal();
    try (RowIterator each = rows.open(records, scan, () -> {})) {
      while (each.next()) {
        @Nullable Object[] row = each.row();
        if (end < 0 || row[end] == null) {
          found.add(row);
        }
      }
    }
    return found;
  }

  /** The same scan, which need not read rows that ended. */
  private static TableScan liveOnly(TableScan scan) {
    return new TableScan(
        scan.table(),
        scan.projection(),
        scan.key(),
        scan.asOf(),
        OptionalLong.of(Long.MAX_VALUE),
        scan.order(),
        scan.limit());
  }

  /** Whether a table has any row, live or ended, whose leading key columns are {@code key}. */
  boolean hasAny(MetadataTable table, Long... key) {
    TableScan scan = TableScan.of(table).where(KeyCondition.equalTo(key));
    try (RowIterator each = rows.open(records, scan, () -> {})) {
      return each.next();
    }
  }

  /**
   * The one live row with all key columns given.
   *
   * @param what for the message, such as {@code table}
   * @throws CatalogException of kind NOT_FOUND if there is none
   */
  @Nullable Object[] require(MetadataTable table, String what, Long... key) {
    List<@Nullable Object[]> found = live(table, key);
    if (found.isEmpty()) {
      throw new CatalogException(
          Kind.NOT_FOUND,
          "There is no live "
              + what
              + " "
              + (key.length == 1 ? key[0] : Arrays.toString(key))
              + "; look its id up again");
    }
    return found.get(0);
  }

  /** Stages a new row; the values of all columns, in declared order. */
  void insert(MetadataTable table, @Nullable Object... row) {
    insertedInto.add(table);
    rows.insert(table, List.<@Nullable Object[]>of(row));
  }

  /** Stages the end of a live row, by the snapshot of this commit. */
  void end(MetadataTable table, @Nullable Object[] row) {
    int end = table.endSnapshotOrdinal();
    @Nullable Object[] after = row.clone();
    after[end] = snapshotId();
    rows.update(
        table, List.of(new RowUpdate(Arrays.asList(row), Arrays.asList(after), List.of(end))));
  }

  /**
   * The same, and the removal of what this commit itself added to the row, which would belong to
   * nothing: tags and, if the row is of this commit, too, and so never was, rows inside of its
   * record and statistics of a file.
   */
  void endWithParts(MetadataTable table, @Nullable Object[] row) {
    end(table, row);
    boolean own = Rows.number(table, row, table.beginSnapshotOrdinal()) == snapshotId();
    for (MetadataTable part : parts(table)) {
      boolean mayHaveOwn = own || part.beginSnapshotOrdinal() >= 0;
      if (mayHaveOwn && insertedInto.contains(part)) {
        deleteOwn(part, keyOf(table, row));
      }
    }
  }

  private static List<MetadataTable> parts(MetadataTable table) {
    return switch (table) {
      case SCHEMA, TABLE, VIEW -> List.of(MetadataTable.TAG);
      case COLUMN -> List.of(MetadataTable.COLUMN_TAG);
      case DATA_FILE ->
          List.of(MetadataTable.FILE_PARTITION_VALUE, MetadataTable.FILE_COLUMN_STATS);
      case PARTITION_INFO -> List.of(MetadataTable.PARTITION_COLUMN);
      case SORT_INFO -> List.of(MetadataTable.SORT_EXPRESSION);
      case MACRO -> List.of(MetadataTable.MACRO_IMPL, MetadataTable.MACRO_PARAMETERS);
      default -> List.of();
    };
  }

  private static Long[] keyOf(MetadataTable table, @Nullable Object[] row) {
    return table.keyColumns().stream()
        .map(ordinal -> Rows.number(table, row, ordinal))
        .toArray(Long[]::new);
  }

  private void deleteOwn(MetadataTable part, Long... key) {
    int begin = part.beginSnapshotOrdinal();
    for (@Nullable Object[] row : live(part, key)) {
      if (begin < 0 || Rows.number(part, row, begin) == snapshotId()) {
        delete(part, row);
      }
    }
  }

  /** Whether an id was taken by this commit, of a data file, a delete file or a name map. */
  boolean isNewFileId(long id) {
    return id >= newest.nextFileId();
  }

  /** Stages the end of a live row, and {@code after} as its new version, which begins now. */
  void replace(MetadataTable table, @Nullable Object[] row, @Nullable Object[] after) {
    end(table, row);
    @Nullable Object[] begun = after.clone();
    begun[table.beginSnapshotOrdinal()] = snapshotId();
    begun[table.endSnapshotOrdinal()] = null;
    insert(table, begun);
  }

  /** Stages the removal of a row that has no history. */
  void delete(MetadataTable table, @Nullable Object[] row) {
    rows.delete(table, List.<@Nullable Object[]>of(row));
  }

  /**
   * Stages the snapshot of everything staged so far, unless that is nothing, or options alone.
   *
   * @return whether there is anything to commit
   */
  boolean finish() {
    ended = true;
    if (rows.size() == 0) {
      return false;
    }
    ChangeSet made = changes.build();
    if (made.addsSnapshot()) {
      checkMessage();
      long version = newest.schemaVersion() + (schemaChanged ? 1 : 0);
      insert(MetadataTable.SNAPSHOT, snapshotId(), nowMicros, version, nextCatalogId, nextFileId);
      insert(
          MetadataTable.SNAPSHOT_CHANGES,
          snapshotId(),
          made.text(),
          orNull(message.author()),
          orNull(message.message()),
          orNull(message.extraInfo()));
      for (Long tableId : new TreeSet<>(changedTables)) {
        insert(MetadataTable.SCHEMA_VERSIONS, snapshotId(), version, tableId);
      }
    }
    return true;
  }

  /** A lake may want each snapshot explained; the option counts as it was before the commit. */
  private void checkMessage() {
    if (message.equals(CommitMessage.NONE) && new UnshownRecords(records).isMessageRequired()) {
      throw Refusals.constraint(
          "The lake's option require_commit_message is set: describe the commit, or set the option"
              + " to false");
    }
  }

  /** What the commit changes besides the rows. */
  HiddenChanges hidden() {
    return new HiddenChanges(
        changes.build().deletedFiles(), nextColumnIds, new HashSet<>(tablesWithoutIndexes));
  }

  private static @Nullable String orNull(Optional<String> text) {
    return text.orElse(null);
  }
}
