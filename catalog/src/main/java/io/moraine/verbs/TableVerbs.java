package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import io.moraine.model.NewColumn;
import io.moraine.model.NewTable;
import io.moraine.verbs.Names.Named;
import io.moraine.verbs.Names.Space;
import io.moraine.verbs.Names.What;
import org.jspecify.annotations.Nullable;

/** The verbs of tables. */
final class TableVerbs {
  private static final MetadataTable TABLE = MetadataTable.TABLE;

  private final Draft draft;

  TableVerbs(Draft draft) {
    this.draft = draft;
  }

  long create(long schemaId, NewTable table) {
    @Nullable Object[] schema = draft.require(MetadataTable.SCHEMA, "schema", schemaId);
    String name = table.name();
    NameRules.checkPathSafe("table", name);
    names().checkFree(schemaId, name);
    ColumnRules.checkTop(table.columns());
    table.path().ifPresent(path -> TablePaths.check(name, path));
    long id = draft.newCatalogId();
    draft.insert(
        TABLE,
        id,
        draft.newUuid(),
        draft.snapshotId(),
        null,
        schemaId,
        name,
        table.path().map(NewTable.TablePath::path).orElse(name + "/"),
        table.path().map(NewTable.TablePath::relative).orElse(true));
    NewColumnRows columns = new NewColumnRows(draft, id, 1, 1);
    for (NewColumn column : table.columns()) {
      var unused = columns.insert(column, null);
    }
    draft.insert(MetadataTable.TABLE_STATS, id, 0L, 0L, 0L);
    names().put(schemaId, name, new Named(What.TABLE, id));
    String schemaName = Rows.text(MetadataTable.SCHEMA, schema, "schema_name");
    var unused = draft.changes().created(ChangeKind.CREATED_TABLE, schemaId, schemaName, name);
    draft.schemaChangedOf(id);
    return id;
  }

  void drop(long tableId) {
    @Nullable Object[] row = draft.require(TABLE, "table", tableId);
    new TableParts(draft, tableId).endAll();
    new ScopedOptions(draft).removeAll("table", tableId);
    draft.endIndexesOf(tableId);
    draft.endWithParts(TABLE, row);
    draft.names().removeRelation(schemaOf(row), nameOf(row));
    var unused = draft.changes().add(ChangeKind.DROPPED_TABLE, tableId);
    draft.schemaChanged();
  }

  void rename(long tableId, String name) {
    @Nullable Object[] row = draft.require(TABLE, "table", tableId);
    NameRules.checkPathSafe("table", name);
    if (nameOf(row).equals(name)) {
      throw Refusals.taken("table", name);
    }
    names().checkFree(schemaOf(row), name, tableId);
    alter(row, Rows.with(TABLE, row, "table_name", name));
  }

  /** The files of the table stay where they are. */
  void move(long tableId, long schemaId) {
    @Nullable Object[] row = draft.require(TABLE, "table", tableId);
    @Nullable Object[] target = draft.require(MetadataTable.SCHEMA, "schema", schemaId);
    names().checkFree(schemaId, nameOf(row));
    @Nullable Object[] placed = new TablePaths(draft).keptBelow(target, row);
    alter(row, Rows.with(TABLE, placed, "schema_id", schemaId));
  }

  private void alter(@Nullable Object[] row, @Nullable Object[] after) {
    long tableId = Rows.number(TABLE, row, "table_id");
    draft.replace(TABLE, row, after);
    names().remove(schemaOf(row), nameOf(row));
    names().put(schemaOf(after), nameOf(after), new Named(What.TABLE, tableId));
    var unused = draft.changes().add(ChangeKind.ALTERED_TABLE, tableId);
    draft.schemaChangedOf(tableId);
  }

  private static String nameOf(@Nullable Object[] row) {
    return Rows.text(TABLE, row, "table_name");
  }

  private static long schemaOf(@Nullable Object[] row) {
    return Rows.number(TABLE, row, "schema_id");
  }

  private Space names() {
    return draft.names().relations();
  }
}
