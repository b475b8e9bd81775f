package io.moraine.commit;

import io.moraine.model.CommitPosition;
import io.moraine.model.WriterSettings;
import io.moraine.read.OpenLake;
import io.moraine.testing.DuckLakeCommit;
import java.util.function.Consumer;

/** Steps that are taken on whatever is the newest state, as verbs are. */
record StepsProposal(OpenLake lake, WriterSettings settings, Consumer<DuckLakeCommit> steps)
    implements Proposal<CommitPosition> {
  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public Decision<CommitPosition> decide(WrittenState state) {
    try (StateTransaction transaction = new StateTransaction(lake, state)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      steps.accept(commit);
      commit.complete();
      return new Decision.Write<>(
          transaction.batch(),
          new CommitPosition(commit.snapshotId(), state.position().batchSeq() + 1));
    } catch (IllegalStateException e) {
      return new Decision.Refuse<>(e);
    }
  }
}
