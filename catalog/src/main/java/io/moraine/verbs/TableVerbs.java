package io.moraine.verbs;

import io.moraine.model.CatalogException;
import io.moraine.model.NewTable;

/** The verbs of tables. */
final class TableVerbs {
  private final Draft draft;

  TableVerbs(Draft draft) {
    this.draft = draft;
  }

  long create(long schemaId, NewTable table) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void drop(long tableId) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void rename(long tableId, String name) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void move(long tableId, long schemaId) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }
}
