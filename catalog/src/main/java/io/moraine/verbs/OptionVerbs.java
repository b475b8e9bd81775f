package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import io.moraine.model.OptionScope;
import io.moraine.model.OptionScope.Lake;
import io.moraine.model.OptionScope.OfSchema;
import io.moraine.model.OptionScope.OfTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The verbs of options. Options have no history, and alone they add no snapshot. */
final class OptionVerbs {
  private static final MetadataTable TABLE = MetadataTable.METADATA;

  private final Draft draft;

  OptionVerbs(Draft draft) {
    this.draft = draft;
  }

  void set(OptionScope scope, String name, String value) {
    checkLive(scope);
    String stored = OptionRules.name(name);
    draft.insert(
        TABLE,
        stored,
        OptionRules.value(stored, value, scope instanceof Lake),
        nameOf(scope),
        idOf(scope));
  }

  /** Options that nobody knows can be removed, too. Reads all options of the lake. */
  boolean remove(OptionScope scope, String name) {
    checkLive(scope);
    String stored = OptionRules.name(name);
    OptionRules.checkNotFixed(stored);
    for (@Nullable Object[] row : draft.live(TABLE)) {
      if (stored.equals(row[TABLE.ordinalOf("key")])
          && Objects.equals(nameOf(scope), row[TABLE.ordinalOf("scope")])
          && Objects.equals(idOf(scope), row[TABLE.ordinalOf("scope_id")])) {
        draft.delete(TABLE, row);
        return true;
      }
    }
    return false;
  }

  private void checkLive(OptionScope scope) {
    if (scope instanceof OfSchema schema) {
      var unused = draft.require(MetadataTable.SCHEMA, "schema", schema.schemaId());
    } else if (scope instanceof OfTable table) {
      var unused = draft.require(MetadataTable.TABLE, "table", table.tableId());
    }
  }

  private static @Nullable String nameOf(OptionScope scope) {
    if (scope instanceof OfSchema) {
      return "schema";
    }
    return scope instanceof OfTable ? "table" : null;
  }

  private static @Nullable Long idOf(OptionScope scope) {
    if (scope instanceof OfSchema schema) {
      return schema.schemaId();
    }
    return scope instanceof OfTable table ? table.tableId() : null;
  }
}
