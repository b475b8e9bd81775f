package io.moraine.staged;

import io.moraine.keyspace.EntityKind;
import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of a table are staged and what they become.
 *
 * @param table the table
 * @param form what a row is
 * @param kind the records that rows become or lie in; empty for those that are no entities
 * @param ids ordinals of the columns that are the record's ids, in the key's order; empty if the
 *     table lacks one of them
 * @param identity ordinals of the columns that tell a row from all others that are shown with it
 */
record TableRules(
    MetadataTable table,
    Form form,
    Optional<EntityKind> kind,
    List<Integer> ids,
    List<Integer> identity) {
  private static final Map<MetadataTable, TableRules> ALL = all();

  /** What a row is. */
  enum Form {
    /** Half of a snapshot record. */
    SNAPSHOT,
    /** A version of an entity: a record, live or ended. */
    VERSION,
    /** A record that a later row of the same ids replaces. */
    REPLACED,
    /** A record that is written once. */
    CREATED,
    /** A part of a record, which comes and goes with it. */
    CHILD,
    /** A part of a record with a lifetime of its own. */
    TAG,
    /** A schema version record, or a part of a snapshot record. */
    SCHEMA_VERSION,
    /** An entry of an option record. */
    OPTION,
    /** Of inlined rows. */
    REGISTRY
  }

  TableRules {
    ids = List.copyOf(ids);
    identity = List.copyOf(identity);
  }

  static TableRules of(MetadataTable table) {
    return java.util.Objects.requireNonNull(ALL.get(table));
  }

  private static Map<MetadataTable, TableRules> all() {
    Map<MetadataTable, TableRules> all = new EnumMap<>(MetadataTable.class);
    for (MetadataTable table : MetadataTable.values()) {
      all.put(table, rules(table));
    }
    return all;
  }

  private static TableRules rules(MetadataTable table) {
    return switch (table) {
      case SNAPSHOT, SNAPSHOT_CHANGES -> of(table, Form.SNAPSHOT, "snapshot_id");
      case SCHEMA -> version(table, EntityKind.SCHEMA);
      case TABLE -> version(table, EntityKind.TABLE);
      case VIEW -> version(table, EntityKind.VIEW);
      case COLUMN -> version(table, EntityKind.COLUMN);
      case DATA_FILE -> version(table, EntityKind.FILE);
      case DELETE_FILE -> version(table, EntityKind.DELETE_FILE);
      case MACRO -> version(table, EntityKind.MACRO);
      case PARTITION_INFO -> version(table, EntityKind.PARTITION);
      case SORT_INFO -> version(table, EntityKind.SORT);
      case TABLE_STATS -> part(table, Form.REPLACED, EntityKind.TABLE_STATS);
      case TABLE_COLUMN_STATS -> part(table, Form.REPLACED, EntityKind.TABLE_COLUMN_STATS);
      case FILE_COLUMN_STATS -> part(table, Form.REPLACED, EntityKind.FILE_COLUMN_STATS);
      case FILES_SCHEDULED_FOR_DELETION -> of(table, Form.REPLACED, "data_file_id");
      case COLUMN_MAPPING -> part(table, Form.CREATED, EntityKind.MAPPING);
      case NAME_MAPPING -> part(table, Form.CHILD, EntityKind.MAPPING, "mapping_id", "column_id");
      case PARTITION_COLUMN -> part(table, Form.CHILD, EntityKind.PARTITION, "partition_key_index");
      case FILE_PARTITION_VALUE -> part(table, Form.CHILD, EntityKind.FILE, "partition_key_index");
      case SORT_EXPRESSION -> part(table, Form.CHILD, EntityKind.SORT, "sort_key_index");
      case MACRO_IMPL -> part(table, Form.CHILD, EntityKind.MACRO, "impl_id");
      case MACRO_PARAMETERS -> part(table, Form.CHILD, EntityKind.MACRO, "impl_id", "column_id");
      case FILE_VARIANT_STATS ->
          part(table, Form.CHILD, EntityKind.FILE_COLUMN_STATS, "variant_path");
      case TAG -> part(table, Form.TAG, EntityKind.TAG, "key", "begin_snapshot", "end_snapshot");
      case COLUMN_TAG ->
          part(table, Form.TAG, EntityKind.COLUMN, "key", "begin_snapshot", "end_snapshot");
      case SCHEMA_VERSIONS -> of(table, Form.SCHEMA_VERSION, "table_id", "begin_snapshot");
      case METADATA -> of(table, Form.OPTION, "key", "scope", "scope_id");
      case INLINED_DATA_TABLES -> of(table, Form.REGISTRY, "table_id", "schema_version");
    };
  }

  private static TableRules version(MetadataTable table, EntityKind kind) {
    return part(table, Form.VERSION, kind, "end_snapshot");
  }

  private static TableRules part(
      MetadataTable table, Form form, EntityKind kind, String... identityInside) {
    List<Integer> ids = kind.idNames().stream().map(table::ordinalOf).toList();
    List<Integer> identity = new ArrayList<>(ids);
    identity.remove(Integer.valueOf(-1)); // name mappings lack the table's id
    for (String column : identityInside) {
      if (!identity.contains(table.ordinalOf(column))) {
        identity.add(table.ordinalOf(column));
      }
    }
    return new TableRules(
        table, form, Optional.of(kind), ids.contains(-1) ? List.of() : ids, identity);
  }

  private static TableRules of(MetadataTable table, Form form, String... identity) {
    return new TableRules(
        table,
        form,
        Optional.empty(),
        List.of(),
        Arrays.stream(identity).map(table::ordinalOf).toList());
  }

  /** Whether a later row of the same identity replaces the one before. */
  boolean replaces() {
    return form == Form.REPLACED || form == Form.SCHEMA_VERSION || form == Form.OPTION;
  }

  /** Whether each row is a record of its own, which its ids find. */
  boolean isRecord() {
    return kind.isPresent()
        && (form == Form.VERSION || form == Form.REPLACED || form == Form.CREATED);
  }

  /** The identity of the live row with these ids, of a table whose rows are records. */
  List<@Nullable Object> identityOfLive(Long... live) {
    return Collections.unmodifiableList(
        Arrays.<@Nullable Object>asList(
            Arrays.copyOf(live, identity.size(), Object[].class))); // an end is last, and NULL
  }

  /** Whether {@code SET end_snapshot} ends a row. */
  boolean endable() {
    return form == Form.VERSION || form == Form.TAG;
  }

  /** Whether columns of stored rows can be set. */
  boolean updatable() {
    return form == Form.OPTION
        || table == MetadataTable.TABLE_STATS
        || table == MetadataTable.TABLE_COLUMN_STATS
        || table == MetadataTable.FILE_COLUMN_STATS;
  }

  /** What tells a row from others: its values in the columns of {@link #identity}. */
  List<@Nullable Object> identityOf(@Nullable Object[] row) {
    return valuesAt(identity, row);
  }

  /** The ids of the record that a row becomes or lies in. */
  List<Long> idsOf(@Nullable Object[] row) {
    List<Long> values = new ArrayList<>();
    for (int ordinal : ids) {
      values.add(Rows.longAt(row, ordinal));
    }
    return values;
  }

  static List<@Nullable Object> valuesAt(List<Integer> ordinals, @Nullable Object[] row) {
    @Nullable Object[] values = new @Nullable Object[ordinals.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row[ordinals.get(i)];
    }
    return Collections.unmodifiableList(Arrays.asList(values));
  }
}
