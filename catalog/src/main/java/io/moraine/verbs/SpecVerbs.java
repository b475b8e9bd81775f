package io.moraine.verbs;

import io.moraine.model.CatalogException;
import io.moraine.model.PartitionField;
import io.moraine.model.SortField;
import java.util.List;
import java.util.OptionalLong;

/** The verbs of partitioning and sort orders. */
final class SpecVerbs {
  private final Draft draft;

  SpecVerbs(Draft draft) {
    this.draft = draft;
  }

  OptionalLong setPartitioning(long tableId, List<PartitionField> fields) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }

  OptionalLong setSortOrder(long tableId, List<SortField> fields) {
    throw new CatalogException(
        CatalogException.Kind.UNSUPPORTED, draft.snapshotId() + ": not written yet");
  }
}
