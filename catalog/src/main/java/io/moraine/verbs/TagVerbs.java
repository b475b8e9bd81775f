package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import org.jspecify.annotations.Nullable;

/** The verbs of tags. */
final class TagVerbs {
  /** The only tag of columns with which DuckDB loads a lake. */
  private static final String COMMENT = "comment";

  private final Draft draft;

  TagVerbs(Draft draft) {
    this.draft = draft;
  }

  void set(long objectId, String key, @Nullable String value) {
    Runnable said = whatSays(objectId);
    NameRules.check("tag", key);
    if (set(MetadataTable.TAG, key, value, objectId)) {
      said.run();
    }
  }

  /** Tables and views are altered by their tags; of schemas no entry tells. */
  private Runnable whatSays(long objectId) {
    if (!draft.live(MetadataTable.TABLE, objectId).isEmpty()) {
      return () -> altered(ChangeKind.ALTERED_TABLE, objectId);
    } else if (!draft.live(MetadataTable.VIEW, objectId).isEmpty()) {
      return () -> altered(ChangeKind.ALTERED_VIEW, objectId);
    } else if (!draft.live(MetadataTable.SCHEMA, objectId).isEmpty()) {
      return () -> {
        var unused = draft.changes().snapshot();
        draft.schemaChanged();
      };
    }
    throw Refusals.notFound("live table, view or schema " + objectId);
  }

  void setOfColumn(long tableId, long columnId, String key, @Nullable String value) {
    var unused = draft.require(MetadataTable.TABLE, "table", tableId);
    @Nullable Object[] column = LiveColumns.of(draft, tableId).require(columnId);
    if (!key.equals(COMMENT)) {
      throw Refusals.unsupported(
          "The only tag of columns is comment: DuckDB loads no lake with another, such as "
              + key
              + " of "
              + LiveColumns.called(column));
    }
    if (set(MetadataTable.COLUMN_TAG, key, value, tableId, columnId)) {
      altered(ChangeKind.ALTERED_TABLE, tableId);
    }
  }

  private void altered(ChangeKind kind, long id) {
    var unused = draft.changes().add(kind, id);
    draft.schemaChangedOf(id);
  }

  /** Ends a tag and stages its new value; whether anything changes. */
  private boolean set(MetadataTable table, String key, @Nullable String value, Long... holder) {
    boolean ended = false;
    for (@Nullable Object[] row : draft.live(table, holder)) {
      if (Rows.text(table, row, "key").equals(key)) {
        draft.end(table, row);
        ended = true;
      }
    }
    if (value == null) {
      return ended;
    }
    @Nullable Object[] tag = new @Nullable Object[table.columns().size()];
    System.arraycopy(holder, 0, tag, 0, holder.length);
    tag[table.beginSnapshotOrdinal()] = draft.snapshotId();
    tag[table.ordinalOf("key")] = key;
    tag[table.ordinalOf("value")] = value;
    draft.insert(table, tag);
    return true;
  }
}
