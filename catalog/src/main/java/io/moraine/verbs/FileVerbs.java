package io.moraine.verbs;

import io.moraine.model.CatalogException;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewDeleteFile;
import java.util.List;
import java.util.Set;

/** The verbs of data files and delete files. */
final class FileVerbs {
  private final Draft draft;

  FileVerbs(Draft draft) {
    this.draft = draft;
  }

  List<Long> addDataFiles(long tableId, List<NewDataFile> files) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void removeDataFiles(long tableId, Set<Long> dataFileIds) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  long addDeleteFile(long tableId, NewDeleteFile file) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  void removeDeleteFile(long tableId, long deleteFileId) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }
}
