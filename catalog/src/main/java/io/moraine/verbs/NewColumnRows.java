package io.moraine.verbs;

import io.moraine.model.ColumnDefault;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewColumn;
import org.jspecify.annotations.Nullable;

/** Stages the rows of new columns: each before those inside of it, ids and orders counting up. */
final class NewColumnRows {
  private final Draft draft;
  private final long tableId;
  private long nextId;
  private long nextOrder;

  NewColumnRows(Draft draft, long tableId, long firstId, long firstOrder) {
    this.draft = draft;
    this.tableId = tableId;
    this.nextId = firstId;
    this.nextOrder = firstOrder;
  }

  /** Stages a column and those inside of it; gives its id. */
  long insert(NewColumn column, @Nullable Long parent) {
    long id = nextId++;
    ColumnDefault value = column.defaultValue().orElse(null);
    draft.insert(
        MetadataTable.COLUMN,
        id,
        draft.snapshotId(),
        null,
        tableId,
        nextOrder++,
        column.name(),
        DataType.parse(column.type()).text(),
        column.initialDefault().orElse(null),
        value == null ? null : value.text(),
        column.nullable(),
        parent,
        DefaultForm.typeOf(value),
        DefaultForm.dialectOf(value));
    for (NewColumn child : column.children()) {
      var unused = insert(child, id);
    }
    return id;
  }
}
