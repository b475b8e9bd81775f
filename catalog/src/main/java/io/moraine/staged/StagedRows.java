package io.moraine.staged;

import io.moraine.model.CatalogException;
import io.moraine.model.MetadataTable;
import io.moraine.model.RowUpdate;
import io.moraine.model.TableScan;
import io.moraine.table.DecodeCounter;
import io.moraine.table.RecordSource;
import io.moraine.table.RowIterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a transaction staged over one revision, in the order of its statements.
 * Thread-safe; a scan shows what was staged when it was opened.
 *
 * <p>Rows have all columns of their table in declared order, of the classes that {@link
 * io.moraine.model.ColumnType} names.
 */
public final class StagedRows {
  /** Nothing staged over a revision whose head is {@code headSnapshotId}. */
  public StagedRows(long headSnapshotId) {
    throw new UnsupportedOperationException();
  }

  /**
   * Opens a scan over the records of the revision and the rows that are staged now.
   *
   * @param records of the revision
   */
  public RowIterator open(RecordSource records, TableScan scan, DecodeCounter counter) {
    throw new UnsupportedOperationException();
  }

  /**
   * Stages new rows, all or none.
   *
   * @throws CatalogException of kind CONSTRAINT for a NULL or a value that no record can hold,
   *     UNSUPPORTED for a table or value that cannot be written, EXHAUSTED for too many rows
   */
  public void insert(MetadataTable table, List<@Nullable Object[]> rows) {
    throw new UnsupportedOperationException();
  }

  /**
   * Stages the removal of rows as a scan of this transaction showed them, all or none.
   *
   * @throws CatalogException likewise
   */
  public void delete(MetadataTable table, List<@Nullable Object[]> rows) {
    throw new UnsupportedOperationException();
  }

  /**
   * Stages changes of rows as a scan of this transaction showed them, all or none.
   *
   * @throws CatalogException likewise, and of kind UNSUPPORTED for columns of the table that cannot
   *     be changed so
   */
  public void update(MetadataTable table, List<RowUpdate> updates) {
    throw new UnsupportedOperationException();
  }

  /** How many rows are staged. */
  public int size() {
    throw new UnsupportedOperationException();
  }

  /** Forgets all but the first {@code size} staged rows; scans that are open keep theirs. */
  public void truncate(int size) {
    throw new UnsupportedOperationException();
  }

  /**
   * The records that the staged rows become, by the rules of a commit. Reads what it needs of the
   * revision, which must be the store's newest but for batches that leave the head alone.
   *
   * @param records of the revision
   * @param batchSeq commits so far, as its head record says
   * @throws CatalogException of kind CONSTRAINT, UNSUPPORTED or EXHAUSTED; of kind CONFLICT if the
   *     snapshot to be committed is not beyond the head
   */
  public CommitBatch assemble(RecordSource records, long batchSeq) {
    throw new UnsupportedOperationException();
  }
}
