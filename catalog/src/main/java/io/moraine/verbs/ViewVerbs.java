package io.moraine.verbs;

import io.moraine.model.CatalogException;
import io.moraine.model.NewView;

/** The verbs of views. */
final class ViewVerbs {
  private final Draft draft;

  ViewVerbs(Draft draft) {
    this.draft = draft;
  }

  long create(long schemaId, NewView view) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void drop(long viewId) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void rename(long viewId, String name) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }
}
