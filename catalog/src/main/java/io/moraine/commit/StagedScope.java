package io.moraine.commit;

import io.moraine.model.CommitPosition;
import io.moraine.model.Cursor;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.read.LakeScope;
import io.moraine.staged.StagedRows;

/** The revision of a transaction under its staged rows. */
final class StagedScope implements ReadScope {
  private final LakeScope scope;
  private final StagedRows rows;

  StagedScope(LakeScope scope, StagedRows rows) {
    this.scope = scope;
    this.rows = rows;
  }

  @Override
  public CommitPosition position() {
    return scope.position();
  }

  @Override
  public long snapshotId() {
    return scope.snapshotId();
  }

  @Override
  public Cursor open(TableScan scan) {
    return scope.open(scan, (records, whole, head, counter) -> rows.open(records, whole, counter));
  }

  @Override
  public long recordsDecoded() {
    return scope.recordsDecoded();
  }

  /** Closed with its transaction. */
  @Override
  public void close() {
    scope.close();
  }
}
