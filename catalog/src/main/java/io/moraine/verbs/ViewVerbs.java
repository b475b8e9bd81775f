package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import io.moraine.model.NewView;
import io.moraine.verbs.Names.Named;
import io.moraine.verbs.Names.Space;
import io.moraine.verbs.Names.What;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The verbs of views. */
final class ViewVerbs {
  private static final MetadataTable TABLE = MetadataTable.VIEW;

  private final Draft draft;

  ViewVerbs(Draft draft) {
    this.draft = draft;
  }

  long create(long schemaId, NewView view) {
    @Nullable Object[] schema = draft.require(MetadataTable.SCHEMA, "schema", schemaId);
    String name = view.name();
    NameRules.checkPathSafe("view", name);
    names().checkFree(schemaId, name);
    if (view.sql().isBlank() || view.dialect().isBlank()) {
      throw Refusals.constraint("View " + name + " has a query and a dialect of SQL");
    }
    long id = draft.newCatalogId();
    draft.insert(
        TABLE,
        id,
        draft.newUuid(),
        draft.snapshotId(),
        null,
        schemaId,
        name,
        view.dialect(),
        view.sql(),
        quotedList(view.columnAliases()));
    names().put(schemaId, name, new Named(What.VIEW, id));
    String schemaName = Rows.text(MetadataTable.SCHEMA, schema, "schema_name");
    var unused = draft.changes().created(ChangeKind.CREATED_VIEW, schemaId, schemaName, name);
    draft.schemaChangedOf(id);
    return id;
  }

  /** Without aliases the text is empty, as DuckDB writes it: it loads no lake with a NULL here. */
  private static String quotedList(List<String> aliases) {
    return aliases.stream()
        .map(alias -> "\"" + alias.replace("\"", "\"\"") + "\"")
        .collect(Collectors.joining(","));
  }

  void drop(long viewId) {
    @Nullable Object[] row = draft.require(TABLE, "view", viewId);
    draft.endWithParts(TABLE, row);
    draft.names().removeRelation(schemaOf(row), nameOf(row));
    var unused = draft.changes().add(ChangeKind.DROPPED_VIEW, viewId);
    draft.schemaChanged();
  }

  void rename(long viewId, String name) {
    @Nullable Object[] row = draft.require(TABLE, "view", viewId);
    NameRules.checkPathSafe("view", name);
    if (nameOf(row).equals(name)) {
      throw Refusals.taken("view", name);
    }
    names().checkFree(schemaOf(row), name, viewId);
    draft.replace(TABLE, row, Rows.with(TABLE, row, "view_name", name));
    names().remove(schemaOf(row), nameOf(row));
    names().put(schemaOf(row), name, new Named(What.VIEW, viewId));
    var unused = draft.changes().add(ChangeKind.ALTERED_VIEW, viewId);
    draft.schemaChangedOf(viewId);
  }

  private static String nameOf(@Nullable Object[] row) {
    return Rows.text(TABLE, row, "view_name");
  }

  private static long schemaOf(@Nullable Object[] row) {
    return Rows.number(TABLE, row, "schema_id");
  }

  private Space names() {
    return draft.names().relations();
  }
}
