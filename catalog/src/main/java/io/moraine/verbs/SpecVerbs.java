package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import io.moraine.model.PartitionField;
import io.moraine.model.SortField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The verbs of partitioning and sort orders. */
final class SpecVerbs {
  private final Draft draft;

  SpecVerbs(Draft draft) {
    this.draft = draft;
  }

  OptionalLong setPartitioning(long tableId, List<PartitionField> fields) {
    checkTable(tableId);
    List<String> transforms = transforms(tableId, fields);
    boolean ended = endAll(MetadataTable.PARTITION_INFO, tableId);
    if (fields.isEmpty() && !ended) {
      return OptionalLong.empty();
    }
    var unused = draft.changes().add(ChangeKind.ALTERED_TABLE, tableId);
    draft.schemaChangedOf(tableId);
    if (fields.isEmpty()) {
      return OptionalLong.empty();
    }
    long id = draft.newCatalogId();
    draft.insert(MetadataTable.PARTITION_INFO, id, tableId, draft.snapshotId(), null);
    for (int i = 0; i < fields.size(); i++) {
      draft.insert(
          MetadataTable.PARTITION_COLUMN,
          id,
          tableId,
          (long) i,
          fields.get(i).columnId(),
          transforms.get(i));
    }
    return OptionalLong.of(id);
  }

  private List<String> transforms(long tableId, List<PartitionField> fields) {
    LiveColumns columns = LiveColumns.of(draft, tableId);
    List<String> transforms = new ArrayList<>();
    Set<PartitionField> seen = new HashSet<>();
    for (PartitionField field : fields) {
      @Nullable Object[] column = columns.require(field.columnId());
      String called = LiveColumns.called(column);
      if (LiveColumns.parentOf(column).isPresent()) {
        throw Refusals.constraint("A table is partitioned by columns at its top, not by " + called);
      }
      String transform =
          PartitionTransform.check(called, LiveColumns.typeOf(column), field.transform());
      if (!seen.add(new PartitionField(field.columnId(), transform))) {
        throw Refusals.constraint("Two keys are " + transform + " of " + called);
      }
      transforms.add(transform);
    }
    return transforms;
  }

  OptionalLong setSortOrder(long tableId, List<SortField> fields) {
    checkTable(tableId);
    checkExpressions(tableId, fields);
    boolean ended = endAll(MetadataTable.SORT_INFO, tableId);
    if (fields.isEmpty() && !ended) {
      return OptionalLong.empty();
    }
    var unused = draft.changes().add(ChangeKind.ALTERED_TABLE, tableId);
    if (fields.isEmpty()) {
      return OptionalLong.empty();
    }
    long id = draft.newCatalogId();
    draft.insert(MetadataTable.SORT_INFO, id, tableId, draft.snapshotId(), null);
    for (int i = 0; i < fields.size(); i++) {
      SortField field = fields.get(i);
      draft.insert(
          MetadataTable.SORT_EXPRESSION,
          id,
          tableId,
          (long) i,
          field.expression(),
          "duckdb",
          field.descending() ? "DESC" : "ASC",
          field.nullsFirst() ? "NULLS_FIRST" : "NULLS_LAST");
    }
    return OptionalLong.of(id);
  }

  private void checkExpressions(long tableId, List<SortField> fields) {
    LiveColumns columns = LiveColumns.of(draft, tableId);
    for (SortField field : fields) {
      if (field.expression().isBlank()) {
        throw Refusals.constraint("Table " + tableId + " is sorted by an empty expression");
      }
      Optional<String> column = SortExpressions.column(field.expression());
      if (column.isPresent() && columns.find(OptionalLong.empty(), column.get()).isEmpty()) {
        throw Refusals.notFound("column " + column.get() + " in table " + tableId + " to sort by");
      }
    }
  }

  private void checkTable(long tableId) {
    var unused = draft.require(MetadataTable.TABLE, "table", tableId);
  }

  private boolean endAll(MetadataTable table, long tableId) {
    List<@Nullable Object[]> live = draft.live(table, tableId);
    live.forEach(row -> draft.endWithParts(table, row));
    return !live.isEmpty();
  }
}
