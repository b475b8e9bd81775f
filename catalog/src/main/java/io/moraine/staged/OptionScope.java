package io.moraine.staged;

import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Key;
import io.moraine.model.MetadataTable;
import org.jspecify.annotations.Nullable;

/**
 * Where an option holds: the record that it is an entry of.
 *
 * @param kind 0 for the lake, 1 for a schema, 2 for a table
 * @param id of the schema or table; 0 for the lake
 */
record OptionScope(long kind, long id) {
  static final int KEY = MetadataTable.METADATA.ordinalOf("key");
  static final int VALUE = MetadataTable.METADATA.ordinalOf("value");
  static final int SCOPE = MetadataTable.METADATA.ordinalOf("scope");
  static final int SCOPE_ID = MetadataTable.METADATA.ordinalOf("scope_id");

  /** The scope that a row of {@code ducklake_metadata} names. */
  static OptionScope of(@Nullable Object[] row) {
    Object scope = row[SCOPE];
    if (scope == null) {
      if (row[SCOPE_ID] != null) {
        throw Refusals.constraint(MetadataTable.METADATA, "scope_id is given without a scope");
      }
      return new OptionScope(0, 0);
    }
    if (!(row[SCOPE_ID] instanceof Long id)) {
      throw Refusals.constraint(MetadataTable.METADATA, "scope is given without a scope_id");
    }
    if (scope.equals("schema")) {
      return new OptionScope(1, id);
    } else if (scope.equals("table")) {
      return new OptionScope(2, id);
    }
    throw Refusals.constraint(
        MetadataTable.METADATA, "scope is NULL, schema or table, and nothing else");
  }

  Key key() {
    return Key.Current.of(EntityKind.OPTION, kind, id);
  }
}
