package io.moraine.verbs;

import io.moraine.model.CatalogException;
import io.moraine.model.NewMacro;

/** The verbs of macros. */
final class MacroVerbs {
  private final Draft draft;

  MacroVerbs(Draft draft) {
    this.draft = draft;
  }

  long create(long schemaId, NewMacro macro) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void drop(long macroId) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void rename(long macroId, String name) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }
}
