package io.moraine.verbs;

import io.moraine.model.CatalogException;
import io.moraine.model.ColumnDefault;
import io.moraine.model.NewColumn;
import java.util.Optional;
import java.util.OptionalLong;

/** The verbs of columns. */
final class ColumnVerbs {
  private final Draft draft;

  ColumnVerbs(Draft draft) {
    this.draft = draft;
  }

  long add(long tableId, OptionalLong parentColumn, NewColumn column) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void drop(long tableId, long columnId) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void rename(long tableId, long columnId, String name) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void widen(long tableId, long columnId, String type) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void setDefault(long tableId, long columnId, Optional<ColumnDefault> value) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void setNullable(long tableId, long columnId, boolean nullable) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }
}
