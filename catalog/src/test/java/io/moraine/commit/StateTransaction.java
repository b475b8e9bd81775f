package io.moraine.commit;

import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.RowUpdate;
import io.moraine.model.Transaction;
import io.moraine.read.OpenLake;
import io.moraine.read.StoreRecords;
import io.moraine.staged.CommitBatch;
import io.moraine.staged.StagedRows;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows staged over what a writer has written, durable or not. */
final class StateTransaction implements Transaction {
  private final WrittenState state;
  private final StoreRecords records;
  private final StagedRows rows;
  private final ReadScope scope;

  StateTransaction(OpenLake lake, WrittenState state) {
    this.state = state;
    this.records = StoreRecords.all(state.reader());
    this.rows = new StagedRows(state.position().snapshotId());
    this.scope = new WorkScope(lake, records, state.position(), rows);
  }

  /** What the rows become. */
  CommitBatch batch() {
    return rows.assemble(records, state.position().batchSeq());
  }

  @Override
  public ReadScope scope() {
    return scope;
  }

  @Override
  public void insert(MetadataTable table, List<@Nullable Object[]> newRows) {
    rows.insert(table, newRows);
  }

  @Override
  public void delete(MetadataTable table, List<@Nullable Object[]> oldRows) {
    rows.delete(table, oldRows);
  }

  @Override
  public void update(MetadataTable table, List<RowUpdate> updates) {
    rows.update(table, updates);
  }

  @Override
  public int stagedRows() {
    return rows.size();
  }

  @Override
  public void rollbackTo(int count) {
    rows.truncate(count);
  }

  @Override
  public CommitPosition commit(Optional<Duration> timeout) {
    throw new UnsupportedOperationException("the batch is committed");
  }

  @Override
  public void close() {
    scope.close();
  }
}
