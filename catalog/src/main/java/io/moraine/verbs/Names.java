package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Who has which name in a draft. Names compare as DuckDB compares them: without regard to the case
 * of ASCII letters. Schemas share one set of names, so do the tables and views of a schema, its
 * scalar macros, and its table macros.
 *
 * <p>What is live is read once, at the first question about its kind, and kept up from then on: the
 * names of all live tables and views of the lake, or of its macros.
 */
final class Names {
  /** Schemas are in none. */
  private static final long NO_SCHEMA = -1;

  private final Draft draft;
  private @Nullable Space schemas;
  private @Nullable Space relations;
  private final Map<String, Space> macros = new HashMap<>();

  Names(Draft draft) {
    this.draft = draft;
  }

  /** What has a name. */
  enum What {
    SCHEMA,
    TABLE,
    VIEW,
    MACRO
  }

  /** Something with a name. */
  record Named(What what, long id) {}

  /** Names that must differ inside of each schema. */
  static final class Space {
    private final Map<Long, Map<String, Named>> bySchema = new HashMap<>();

    @Nullable Named find(long schemaId, String name) {
      return bySchema.getOrDefault(schemaId, Map.of()).get(fold(name));
    }

    void put(long schemaId, String name, Named named) {
      bySchema.computeIfAbsent(schemaId, none -> new HashMap<>()).put(fold(name), named);
    }

    void remove(long schemaId, String name) {
      bySchema.getOrDefault(schemaId, new HashMap<>()).remove(fold(name));
    }

    /**
     * Checks that a name is free.
     *
     * @throws io.moraine.model.CatalogException of kind ALREADY_EXISTS
     */
    void checkFree(long schemaId, String name) {
      checkFree(schemaId, name, NO_SCHEMA);
    }

    /** The same for something that may keep its own name, in other letters. */
    void checkFree(long schemaId, String name, long own) {
      Named holder = find(schemaId, name);
      if (holder != null && holder.id != own) {
        throw Refusals.taken(holder.what.name().toLowerCase(java.util.Locale.ROOT), name);
      }
    }
  }

  /** A name as it is compared. */
  static String fold(String name) {
    StringBuilder folded = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      folded.append(c >= 'A' && c <= 'Z' ? (char) (c - 'A' + 'a') : c);
    }
    return folded.toString();
  }

  /** Reads all anew when asked next. */
  void forget() {
    schemas = null;
    relations = null;
    macros.clear();
  }

  /** The names of schemas, all under {@link #schemaSpace}. */
  Space schemas() {
    Space known = schemas;
    if (known == null) {
      known = new Space();
      read(known, MetadataTable.SCHEMA, What.SCHEMA, "schema_id", "schema_name");
      schemas = known;
    }
    return known;
  }

  /** Where {@link #schemas} has them. */
  static long schemaSpace() {
    return NO_SCHEMA;
  }

  /** The names of tables and views. */
  Space relations() {
    Space known = relations;
    if (known == null) {
      known = new Space();
      read(known, MetadataTable.TABLE, What.TABLE, "table_id", "table_name");
      read(known, MetadataTable.VIEW, What.VIEW, "view_id", "view_name");
      relations = known;
    }
    return known;
  }

  /** A schema is gone; reads nothing. */
  void removeSchema(String name) {
    if (schemas != null) {
      schemas.remove(NO_SCHEMA, name);
    }
  }

  /** A table or view is gone; reads nothing. */
  void removeRelation(long schemaId, String name) {
    if (relations != null) {
      relations.remove(schemaId, name);
    }
  }

  /** A macro is gone; reads nothing. */
  void removeMacro(String type, long schemaId, String name) {
    Space known = macros.get(type);
    if (known != null) {
      known.remove(schemaId, name);
    }
  }

  private void read(Space space, MetadataTable table, What what, String id, String name) {
    for (@Nullable Object[] row : draft.live(table)) {
      long schema = what == What.SCHEMA ? NO_SCHEMA : Rows.number(table, row, "schema_id");
      space.put(schema, Rows.text(table, row, name), new Named(what, Rows.number(table, row, id)));
    }
  }

  /** The names of macros of a type, {@code scalar} or {@code table}. */
  Space macros(String type) {
    if (macros.isEmpty()) {
      readMacros();
    }
    return macros.computeIfAbsent(type, none -> new Space());
  }

  private void readMacros() {
    MetadataTable table = MetadataTable.MACRO;
    Map<Long, String> types = new HashMap<>();
    for (@Nullable Object[] row : draft.live(MetadataTable.MACRO_IMPL)) {
      types.put(
          Rows.number(MetadataTable.MACRO_IMPL, row, "macro_id"),
          Rows.text(MetadataTable.MACRO_IMPL, row, "type"));
    }
    macros.put("scalar", new Space());
    macros.put("table", new Space());
    for (@Nullable Object[] row : draft.live(table)) {
      long id = Rows.number(table, row, "macro_id");
      macros
          .computeIfAbsent(types.getOrDefault(id, "scalar"), none -> new Space())
          .put(
              Rows.number(table, row, "schema_id"),
              Rows.text(table, row, "macro_name"),
              new Named(What.MACRO, id));
    }
  }

  /** The live schema called {@code name}. */
  OptionalLong findSchema(String name) {
    return idOf(schemas().find(NO_SCHEMA, name), What.SCHEMA);
  }

  /** The live table called {@code name}. */
  OptionalLong findTable(long schemaId, String name) {
    return idOf(relations().find(schemaId, name), What.TABLE);
  }

  /** The live view called {@code name}. */
  OptionalLong findView(long schemaId, String name) {
    return idOf(relations().find(schemaId, name), What.VIEW);
  }

  private static OptionalLong idOf(@Nullable Named named, What what) {
    return named == null || named.what != what ? OptionalLong.empty() : OptionalLong.of(named.id);
  }

  /** The live column called {@code name} at the top of a table. */
  OptionalLong findColumn(long tableId, String name) {
    return LiveColumns.of(draft, tableId).find(OptionalLong.empty(), name);
  }

  /** What is live in a schema, in the words of a message. */
  List<String> kindsIn(long schemaId) {
    List<String> kinds = new ArrayList<>();
    addIfAny(kinds, "tables", MetadataTable.TABLE, schemaId);
    addIfAny(kinds, "views", MetadataTable.VIEW, schemaId);
    addIfAny(kinds, "macros", MetadataTable.MACRO, schemaId);
    return kinds;
  }

  private void addIfAny(List<String> kinds, String kind, MetadataTable table, long schemaId) {
    for (@Nullable Object[] row : draft.live(table)) {
      if (Rows.number(table, row, "schema_id") == schemaId) {
        kinds.add(kind);
        return;
      }
    }
  }
}
