package io.moraine.driver.transaction;

import io.moraine.model.CatalogException;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.RowUpdate;
import io.moraine.model.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A transaction that shows nothing of what it stages, and tells how it ended. */
final class RecordingTransaction implements Transaction {
  private final ReadScope base;
  private final List<Object> staged = new ArrayList<>();
  private @Nullable CatalogException failure;
  private String end = "open";

  RecordingTransaction(ReadScope base) {
    this.base = base;
  }

  /** Makes the commit fail. */
  void failWith(CatalogException e) {
    failure = e;
  }

  /** How it ended, or {@code open}. */
  String end() {
    return end;
  }

  @Override
  public ReadScope scope() {
    return base;
  }

  @Override
  public void insert(MetadataTable table, List<@Nullable Object[]> rows) {
    staged.addAll(rows);
  }

  @Override
  public void delete(MetadataTable table, List<@Nullable Object[]> rows) {
    staged.addAll(rows);
  }

  @Override
  public void update(MetadataTable table, List<RowUpdate> updates) {
    staged.addAll(updates);
  }

  @Override
  public int stagedRows() {
    return staged.size();
  }

  @Override
  public void rollbackTo(int count) {
    staged.subList(count, staged.size()).clear();
  }

  @Override
  public CommitPosition commit(Optional<Duration> timeout) {
    if (failure != null) {
      end = "failed";
      throw failure;
    }
    end = "committed " + staged.size();
    return base.position();
  }

  @Override
  public void close() {
    if (end.equals("open")) {
      end = "rolled back";
    }
  }
}
