package io.moraine.verbs;

import io.moraine.model.CatalogException;
import io.moraine.model.OptionScope;

/** The verbs of options. */
final class OptionVerbs {
  private final Draft draft;

  OptionVerbs(Draft draft) {
    this.draft = draft;
  }

  void set(OptionScope scope, String name, String value) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  boolean remove(OptionScope scope, String name) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }
}
