package io.moraine.staged;

import io.moraine.model.CatalogException;
import io.moraine.model.MetadataTable;
import io.moraine.model.RowUpdate;
import io.moraine.model.TableScan;
import io.moraine.table.DecodeCounter;
import io.moraine.table.MetadataTables;
import io.moraine.table.RecordSource;
import io.moraine.table.RowEncoder;
import io.moraine.table.RowIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a transaction staged over one revision, in the order of its statements.
 * Thread-safe; a scan shows what was staged when it was opened.
 *
 * <p>Rows have all columns of their table in declared order, of the classes that {@link
 * io.moraine.model.ColumnType} names.
 *
 * <p>A row that ends at the snapshot that begins it is visible nowhere: ending a staged row so
 * takes it away. Rows inside of records, such as partition columns, stay shown when the record is
 * deleted, until they are deleted themselves.
 */
public final class StagedRows {
  /**
   * Most operations of a transaction, unless said otherwise; setting the begin or the end of a row
   * counts twice.
   */
  public static final int MAX_OPERATIONS = 100_000;

  /** Most characters of all staged texts together. */
  static final long MAX_TEXT_LENGTH = 64L << 20;

  private final long headSnapshotId;
  private final int maxOperations;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Operation> operations = new ArrayList<>();
  private Overlays overlays = new Overlays();
  private int weight;
  private long textLength;

  /** Nothing staged over a revision whose head is {@code headSnapshotId}. */
  public StagedRows(long headSnapshotId) {
    this(headSnapshotId, MAX_OPERATIONS);
  }

  /** The same with another limit than {@link #MAX_OPERATIONS}. */
  public StagedRows(long headSnapshotId, int maxOperations) {
    this.headSnapshotId = headSnapshotId;
    this.maxOperations = maxOperations;
  }

  /**
   * Opens a scan over the records of the revision and the rows that are staged now.
   *
   * @param records of the revision
   */
  public RowIterator open(RecordSource records, TableScan scan, DecodeCounter counter) {
    Optional<TableOverlay.View> view = view(scan.table());
    return view.isEmpty()
        ? MetadataTables.open(records, scan, headSnapshotId, counter)
        : new OverlayScan(records, scan, headSnapshotId, counter, view.get());
  }

  /** Whether {@link #find} finds the rows of a table: each is a record of its own. */
  public static boolean areRecords(MetadataTable table) {
    return TableRules.of(table).isRecord();
  }

  /**
   * The live row, as it is now, under all key columns of a table whose rows are records; null if
   * there is none. Costs one point read at most, however many rows are staged.
   *
   * @param records of the revision
   * @param ids values of the key columns, in their order
   */
  public @Nullable Object @Nullable [] find(
      RecordSource records, MetadataTable table, Long... ids) {
    List<@Nullable Object> identity = TableRules.of(table).identityOfLive(ids);
    lock.lock();
    try {
      Optional<TableOverlay> overlay = overlays.find(table);
      if (overlay.isPresent() && overlay.get().decides(identity)) {
        @Nullable Object @Nullable [] staged = overlay.get().find(identity);
        return staged == null ? null : RowEncoder.shown(table, staged).clone();
      }
    } finally {
      lock.unlock();
    }
    return MetadataTables.find(records, table, List.of(ids));
  }

  private Optional<TableOverlay.View> view(MetadataTable table) {
    lock.lock();
    try {
      return overlays.find(table).map(overlay -> overlay.view(operations.size()));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Stages new rows, all or none. A tag whose value is NULL stores nothing: what it replaces was
   * ended before it.
   *
   * @throws CatalogException of kind CONSTRAINT for a NULL or a value that no record can hold,
   *     UNSUPPORTED for a table or value that cannot be written, EXHAUSTED for too many rows
   */
  public void insert(MetadataTable table, List<@Nullable Object[]> rows) {
    List<Operation> staged = new ArrayList<>();
    for (@Nullable Object[] row : rows) {
      RowChecks.checkInsert(table, row);
      staged.add(new Operation.Insert(table, row.clone()));
    }
    stage(staged);
  }

  /**
   * Stages the removal of rows as a scan of this transaction showed them, all or none.
   *
   * @throws CatalogException likewise
   */
  public void delete(MetadataTable table, List<@Nullable Object[]> rows) {
    List<Operation> staged = new ArrayList<>();
    for (@Nullable Object[] row : rows) {
      RowChecks.checkDelete(table, row);
      staged.add(new Operation.Delete(table, row.clone()));
    }
    stage(staged);
  }

  /**
   * Stages changes of rows as a scan of this transaction showed them, all or none.
   *
   * @throws CatalogException likewise, and of kind UNSUPPORTED for columns of the table that cannot
   *     be changed so
   */
  public void update(MetadataTable table, List<RowUpdate> updates) {
    List<Operation> staged = new ArrayList<>();
    for (RowUpdate update : updates) {
      @Nullable Object[] before = update.before().toArray();
      @Nullable Object[] after = update.after().toArray();
      RowChecks.checkShown(table, before);
      RowChecks.checkValues(table, after);
      staged.add(new Operation.Update(table, before, after, update.setColumns()));
    }
    stage(staged);
  }

  private void stage(List<Operation> staged) {
    lock.lock();
    try {
      int before = operations.size();
      boolean done = false;
      try {
        for (Operation operation : staged) {
          apply(operation);
        }
        done = true;
      } finally {
        if (!done) {
          truncateTo(before);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void apply(Operation operation) {
    checkRoom(operation);
    operations.add(operation);
    weight += operation.weight();
    textLength += operation.textLength();
    operation.apply(overlays, operations.size());
  }

  private void checkRoom(Operation operation) {
    if (weight + operation.weight() > maxOperations) {
      throw Refusals.exhausted(
          "A transaction stages at most "
              + maxOperations
              + " operations, setting begin_snapshot or end_snapshot counting twice");
    }
    if (textLength + operation.textLength() > MAX_TEXT_LENGTH) {
      throw Refusals.exhausted(
          "A transaction stages at most " + MAX_TEXT_LENGTH + " characters of text");
    }
  }

  /** How many rows are staged. */
  public int size() {
    lock.lock();
    try {
      return operations.size();
    } finally {
      lock.unlock();
    }
  }

  /** Forgets all but the first {@code size} staged rows; scans that are open keep theirs. */
  public void truncate(int size) {
    lock.lock();
    try {
      if (size < 0 || size > operations.size()) {
        throw new IllegalArgumentException(size + " of " + operations.size() + " staged rows");
      }
      truncateTo(size);
    } finally {
      lock.unlock();
    }
  }

  /** Applies the operations that stay anew: overlays that scans are reading do not go back. */
  private void truncateTo(int size) {
    if (size == operations.size()) {
      return;
    }
    List<Operation> kept = new ArrayList<>(operations.subList(0, size));
    operations.clear();
    overlays = new Overlays();
    weight = 0;
    textLength = 0;
    kept.forEach(this::apply);
  }

  /**
   * The records that the staged rows become, by the rules of a commit. Reads what it needs of the
   * revision, which must be the store's newest.
   *
   * @param records of the revision
   * @param batchSeq commits so far, as its head record says
   * @throws CatalogException of kind CONSTRAINT, UNSUPPORTED or EXHAUSTED; of kind CONFLICT if the
   *     snapshot to be committed is not beyond the head
   */
  public CommitBatch assemble(RecordSource records, long batchSeq) {
    return assemble(records, batchSeq, HiddenChanges.NONE);
  }

  /**
   * The same with what else the commit changes.
   *
   * @throws CatalogException likewise
   */
  public CommitBatch assemble(RecordSource records, long batchSeq, HiddenChanges hidden) {
    lock.lock();
    try {
      return new Assembly(records, overlays.all(), headSnapshotId, batchSeq, hidden).assemble();
    } finally {
      lock.unlock();
    }
  }

  /** The overlays of the tables that operations touched. */
  static final class Overlays {
    private final Map<MetadataTable, TableOverlay> byTable =
        new java.util.EnumMap<>(MetadataTable.class);

    Optional<TableOverlay> find(MetadataTable table) {
      return Optional.ofNullable(byTable.get(table));
    }

    TableOverlay of(MetadataTable table) {
      return byTable.computeIfAbsent(table, each -> new TableOverlay(TableRules.of(each)));
    }

    Map<MetadataTable, TableOverlay> all() {
      return byTable;
    }
  }
}
