package io.moraine.verbs;

import io.moraine.model.CatalogException;
import java.util.OptionalLong;

/** Who has which name. */
final class Names {
  private final Draft draft;

  Names(Draft draft) {
    this.draft = draft;
  }

  OptionalLong findSchema(String name) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  OptionalLong findTable(long schemaId, String name) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  OptionalLong findView(long schemaId, String name) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  OptionalLong findColumn(long tableId, String name) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }
}
