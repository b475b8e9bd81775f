package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import io.moraine.model.NewMacro;
import io.moraine.model.NewMacro.Implementation;
import io.moraine.model.NewMacro.Parameter;
import io.moraine.model.NewMacro.TypedDefault;
import io.moraine.verbs.Names.Named;
import io.moraine.verbs.Names.Space;
import io.moraine.verbs.Names.What;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The verbs of macros. */
final class MacroVerbs {
  private static final MetadataTable TABLE = MetadataTable.MACRO;
  private static final MetadataTable IMPLEMENTATION = MetadataTable.MACRO_IMPL;
  private static final MetadataTable PARAMETER = MetadataTable.MACRO_PARAMETERS;

  /** How DuckLake says that a parameter has no type. */
  private static final String UNTYPED = "unknown";

  /** How DuckLake says that a parameter has no default: it loads no lake with a NULL here. */
  private static final String NO_DEFAULT = "NULL";

  private final Draft draft;

  MacroVerbs(Draft draft) {
    this.draft = draft;
  }

  long create(long schemaId, NewMacro created) {
    String schemaName = schemaName(schemaId);
    MacroRules.check(created);
    String type = created.kind().name().toLowerCase(Locale.ROOT);
    names(type).checkFree(schemaId, created.name());
    long id = insert(schemaId, schemaName, created.name(), type);
    List<Implementation> implementations = created.implementations();
    for (int i = 0; i < implementations.size(); i++) {
      Implementation each = implementations.get(i);
      draft.insert(IMPLEMENTATION, id, (long) i, each.dialect(), each.sql(), type);
      insertParameters(id, i, each.parameters());
    }
    return id;
  }

  private void insertParameters(long macroId, long implementation, List<Parameter> parameters) {
    for (int i = 0; i < parameters.size(); i++) {
      Parameter each = parameters.get(i);
      draft.insert(
          PARAMETER,
          macroId,
          implementation,
          (long) i,
          each.name(),
          UNTYPED,
          each.defaultValue().map(TypedDefault::text).orElse(NO_DEFAULT),
          each.defaultValue().map(value -> DataType.parse(value.type()).text()).orElse(UNTYPED));
    }
  }

  private long insert(long schemaId, String schemaName, String name, String type) {
    long id = draft.newCatalogId();
    draft.insert(TABLE, schemaId, id, name, draft.snapshotId(), null);
    names(type).put(schemaId, name, new Named(What.MACRO, id));
    ChangeKind kind =
        isOfTables(type) ? ChangeKind.CREATED_TABLE_MACRO : ChangeKind.CREATED_SCALAR_MACRO;
    var unused = draft.changes().created(kind, schemaId, schemaName, name);
    draft.schemaChanged();
    return id;
  }

  void drop(long macroId) {
    @Nullable Object[] row = draft.require(TABLE, "macro", macroId);
    String type = typeOf(macroId);
    draft.endWithParts(TABLE, row);
    draft
        .names()
        .removeMacro(
            type, Rows.number(TABLE, row, "schema_id"), Rows.text(TABLE, row, "macro_name"));
    ChangeKind kind =
        isOfTables(type) ? ChangeKind.DROPPED_TABLE_MACRO : ChangeKind.DROPPED_SCALAR_MACRO;
    var unused = draft.changes().add(kind, macroId);
    draft.schemaChanged();
  }

  /**
   * Drops the macro and creates one like it. Its implementations are looked up by the macro's id
   * whatever their version, so two versions of one id would be two macros in one.
   */
  long rename(long macroId, String name) {
    @Nullable Object[] row = draft.require(TABLE, "macro", macroId);
    long schemaId = Rows.number(TABLE, row, "schema_id");
    String before = Rows.text(TABLE, row, "macro_name");
    String type = typeOf(macroId);
    NameRules.check("macro", name);
    if (before.equals(name)) {
      throw Refusals.taken("macro", name);
    }
    names(type).checkFree(schemaId, name, macroId);
    List<@Nullable Object[]> implementations = draft.live(IMPLEMENTATION, macroId);
    List<@Nullable Object[]> parameters = draft.live(PARAMETER, macroId);
    drop(macroId);
    long id = insert(schemaId, schemaName(schemaId), name, type);
    implementations.forEach(each -> insertFor(IMPLEMENTATION, id, each));
    parameters.forEach(each -> insertFor(PARAMETER, id, each));
    return id;
  }

  private void insertFor(MetadataTable table, long macroId, @Nullable Object[] row) {
    draft.insert(table, Rows.with(table, row, "macro_id", macroId));
  }

  private String schemaName(long schemaId) {
    return Rows.text(
        MetadataTable.SCHEMA,
        draft.require(MetadataTable.SCHEMA, "schema", schemaId),
        "schema_name");
  }

  /** All implementations of a macro are of one type. */
  private String typeOf(long macroId) {
    return draft.live(IMPLEMENTATION, macroId).stream()
        .findFirst()
        .map(row -> Rows.text(IMPLEMENTATION, row, "type"))
        .orElse("scalar");
  }

  private static boolean isOfTables(String type) {
    return type.equals("table");
  }

  private Space names(String type) {
    return draft.names().macros(type);
  }
}
