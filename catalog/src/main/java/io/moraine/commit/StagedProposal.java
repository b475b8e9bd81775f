package io.moraine.commit;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.model.WriterSettings;
import io.moraine.read.StoreRecords;
import io.moraine.staged.CommitBatch;

/**
 * The rows of a transaction: on the head that it is pinned to, or not at all, since its author gave
 * ids out and looked for conflicts there.
 */
final class StagedProposal implements Proposal<CommitPosition> {
  private final StagedTransaction transaction;
  private final Precedence precedence;

  StagedProposal(StagedTransaction transaction, Precedence precedence) {
    this.transaction = transaction;
    this.precedence = precedence;
  }

  @Override
  public WriterSettings settings() {
    return transaction.settings();
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public Decision<CommitPosition> decide(WrittenState state) {
    CommitPosition pinned = transaction.pinned().position();
    CommitPosition head = state.position();
    if (!head.reaches(pinned)) {
      // The transaction saw more than this writer knows of: another must have taken the store.
      var unused = state.writer().slate().refresh();
    }
    if (!head.equals(pinned)) {
      precedence.lost();
      return new Decision.Refuse<>(
          new CatalogException(
              Kind.CONFLICT,
              "commit conflict: the transaction began at "
                  + pinned
                  + ", and the lake is at "
                  + head
                  + " now; staged rows are not tried again by themselves: begin again"));
    }
    CommitBatch batch;
    try {
      batch = transaction.rows().assemble(StoreRecords.all(state.reader()), head.batchSeq());
    } catch (RuntimeException e) {
      return new Decision.Refuse<>(e);
    }
    precedence.won();
    return new Decision.Write<>(batch, batch.position());
  }
}
