package io.moraine.verbs;

import io.moraine.model.Changes;
import io.moraine.model.MetadataTable;
import io.moraine.verbs.Names.Named;
import io.moraine.verbs.Names.Space;
import io.moraine.verbs.Names.What;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The verbs of schemas. */
final class SchemaVerbs {
  private static final MetadataTable TABLE = MetadataTable.SCHEMA;

  private final Draft draft;

  SchemaVerbs(Draft draft) {
    this.draft = draft;
  }

  long create(String name) {
    NameRules.checkPathSafe("schema", name);
    names().checkFree(Names.schemaSpace(), name);
    long id = draft.newCatalogId();
    draft.insert(TABLE, id, draft.newUuid(), draft.snapshotId(), null, name, name + "/", true);
    names().put(Names.schemaSpace(), name, new Named(What.SCHEMA, id));
    var unused = draft.changes().createdSchema(name);
    draft.schemaChanged();
    return id;
  }

  void drop(long schemaId) {
    checkNotMain(schemaId, "dropped");
    @Nullable Object[] row = draft.require(TABLE, "schema", schemaId);
    List<String> kinds = draft.names().kindsIn(schemaId);
    if (!kinds.isEmpty()) {
      throw Refusals.constraint(
          "Schema " + schemaId + " is not empty: drop or move its " + String.join(", ", kinds));
    }
    draft.endWithParts(TABLE, row);
    new ScopedOptions(draft).removeAll("schema", schemaId);
    draft.names().removeSchema(Rows.text(TABLE, row, "schema_name"));
    var unused = draft.changes().add(ChangeKind.DROPPED_SCHEMA, schemaId);
    draft.schemaChanged();
  }

  /** The folder stays, as that of a renamed table does. */
  void rename(long schemaId, String name) {
    checkNotMain(schemaId, "renamed");
    @Nullable Object[] row = draft.require(TABLE, "schema", schemaId);
    String before = Rows.text(TABLE, row, "schema_name");
    NameRules.checkPathSafe("schema", name);
    if (before.equals(name)) {
      throw Refusals.taken("schema", name);
    }
    names().checkFree(Names.schemaSpace(), name, schemaId);
    draft.replace(TABLE, row, Rows.with(TABLE, row, "schema_name", name));
    names().remove(Names.schemaSpace(), before);
    names().put(Names.schemaSpace(), name, new Named(What.SCHEMA, schemaId));
    var unused = draft.changes().createdSchema(name);
    draft.schemaChanged();
  }

  private static void checkNotMain(long schemaId, String done) {
    if (schemaId == Changes.MAIN_SCHEMA) {
      throw Refusals.constraint("The schema main is not " + done + ": DuckDB looks for it");
    }
  }

  private Space names() {
    return draft.names().schemas();
  }
}
