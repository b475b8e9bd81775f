package io.moraine.verbs;

import io.moraine.model.CatalogException;
import org.jspecify.annotations.Nullable;

/** The verbs of tags. */
final class TagVerbs {
  private final Draft draft;

  TagVerbs(Draft draft) {
    this.draft = draft;
  }

  void set(long objectId, String key, @Nullable String value) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void setOfColumn(long tableId, long columnId, String key, @Nullable String value) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }
}
