package io.moraine.verbs;

import io.moraine.model.CatalogException;

/** The verbs of schemas. */
final class SchemaVerbs {
  private final Draft draft;

  SchemaVerbs(Draft draft) {
    this.draft = draft;
  }

  long create(String name) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void drop(long schemaId) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void rename(long schemaId, String name) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }
}
