package io.moraine.verbs;

import io.moraine.model.CatalogException;
import io.moraine.model.NameMap;

/** The verbs of maps from names in data files to columns. */
final class NameMapVerbs {
  private final Draft draft;

  NameMapVerbs(Draft draft) {
    this.draft = draft;
  }

  long add(long tableId, NameMap map) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }
}
