package io.moraine.verbs;

import io.moraine.base.IdSource;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.Changes;
import io.moraine.model.ReadScope;
import io.moraine.staged.CommitBatch;
import io.moraine.staged.StagedRows;
import io.moraine.table.RecordSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * One run of a commit's work over one state. The committer makes one, hands {@link #changes} to the
 * work, and asks for the {@link #finish batch} then.
 */
public final class StagedChanges {
  private final RecordSource records;
  private final Draft draft;

  /**
   * @param records the state, which must be the store's newest
   * @param newest the snapshot record of its head
   * @param nowMicros when the snapshot is made, microseconds since 1970-01-01 UTC
   */
  public StagedChanges(RecordSource records, SnapshotValue newest, IdSource ids, long nowMicros) {
    this.records = new RememberedRecords(records);
    this.draft = new Draft(this.records, newest, ids, nowMicros);
  }

  /**
   * The verbs.
   *
   * @param scope makes the scope that shows the state under staged rows
   */
  public Changes changes(Function<StagedRows, ReadScope> scope) {
    return new LakeChanges(draft, scope);
  }

  /**
   * Ends the run.
   *
   * @param batchSeq commits so far
   * @return the records; empty if nothing changes
   * @throws io.moraine.model.CatalogException if what is staged cannot be committed
   */
  public Optional<CommitBatch> finish(long batchSeq) {
    if (!draft.finish()) {
      return Optional.empty();
    }
    return Optional.of(draft.rows().assemble(records, batchSeq, draft.hidden()));
  }

  /** What the run did, once it ended. */
  public ChangeSet changeSet() {
    return draft.changes().build();
  }
}
