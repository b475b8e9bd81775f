package io.moraine.commit;

import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.RowUpdate;
import io.moraine.model.Transaction;
import io.moraine.model.WriterSettings;
import io.moraine.read.LakeScope;
import io.moraine.staged.StagedRows;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Staged rows over a scope, committed by a {@link LakeWriter}. */
final class StagedTransaction implements Transaction {
  private final LakeWriter writer;
  private final LakeScope pinned;
  private final WriterSettings settings;
  private final Clock clock;
  private final StagedRows rows;
  private final StagedScope scope;
  private final AtomicBoolean ended = new AtomicBoolean();

  StagedTransaction(LakeWriter writer, LakeScope pinned, WriterSettings settings, Clock clock) {
    this.writer = writer;
    this.pinned = pinned;
    this.settings = settings;
    this.clock = clock;
    this.rows = new StagedRows(pinned.position().snapshotId());
    this.scope = new StagedScope(pinned, rows);
  }

  LakeScope pinned() {
    return pinned;
  }

  WriterSettings settings() {
    return settings;
  }

  StagedRows rows() {
    return rows;
  }

  @Override
  public ReadScope scope() {
    return scope;
  }

  @Override
  public void insert(MetadataTable table, List<@Nullable Object[]> newRows) {
    checkOpen();
    rows.insert(table, newRows);
  }

  @Override
  public void delete(MetadataTable table, List<@Nullable Object[]> oldRows) {
    checkOpen();
    rows.delete(table, oldRows);
  }

  @Override
  public void update(MetadataTable table, List<RowUpdate> updates) {
    checkOpen();
    rows.update(table, updates);
  }

  @Override
  public int stagedRows() {
    return rows.size();
  }

  @Override
  public void rollbackTo(int count) {
    checkOpen();
    rows.truncate(count);
  }

  @Override
  public CommitPosition commit(Optional<Duration> timeout) {
    if (!ended.compareAndSet(false, true)) {
      throw isOver();
    }
    try {
      if (pinned.hasEnded()) {
        throw isOver();
      }
      if (rows.size() == 0) {
        return pinned.position();
      }
      Call call = Call.current();
      return timeout.isEmpty()
          ? writer.commit(this)
          : call.until(clock, clock.monotonicNanos() + timeout.get().toNanos())
              .run(() -> writer.commit(this));
    } finally {
      scope.close();
    }
  }

  private void checkOpen() {
    if (ended.get()) {
      throw isOver();
    }
  }

  private static CatalogException isOver() {
    return new CatalogException(Kind.CLOSED, "The transaction is over");
  }

  @Override
  public void close() {
    if (ended.compareAndSet(false, true)) {
      scope.close();
    }
  }
}
