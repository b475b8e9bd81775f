package io.moraine.table;

import io.moraine.keyspace.MessageType;
import io.moraine.model.ColumnType;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the columns of a table come from. Worked out once a table.
 *
 * @param layout the records of the table
 * @param types the messages from the record down to the row
 * @param columns the source of each column
 */
record ColumnSources(
    TableLayout layout, List<MessageType<? extends Record>> types, List<Source> columns) {
  private static final Map<MetadataTable, ColumnSources> ALL = all();

  ColumnSources {
    types = List.copyOf(types);
    columns = List.copyOf(columns);
  }

  /**
   * The source of a column: an id of the key, or a field of a message.
   *
   * @param column the column
   * @param idIndex which id, or -1
   * @param level which of the messages; 0 for ids
   * @param field name of the field, or null for ids
   * @param conversion from the stored value to the column's
   */
  record Source(
      MetadataColumn column,
      int idIndex,
      int level,
      @Nullable String field,
      Conversion conversion) {}

  /** From a stored value to a column's. */
  enum Conversion {
    NONE,
    TO_UUID,
    TO_TYPE_WORD
  }

  /** The sources of a table that is records or their children. */
  static ColumnSources of(MetadataTable table) {
    ColumnSources sources = ALL.get(table);
    if (sources == null) {
      throw new IllegalArgumentException(table + " has a reader of its own");
    }
    return sources;
  }

  private static Map<MetadataTable, ColumnSources> all() {
    Map<MetadataTable, ColumnSources> all = new EnumMap<>(MetadataTable.class);
    for (MetadataTable table : MetadataTable.values()) {
      TableLayout.find(table).ifPresent(layout -> all.put(table, of(table, layout)));
    }
    return all;
  }

  private static ColumnSources of(MetadataTable table, TableLayout layout) {
    List<MessageType<? extends Record>> types = new ArrayList<>();
    types.add(layout.valueType());
    for (String child : layout.children()) {
      types.add(types.get(types.size() - 1).messagesIn(child).orElseThrow());
    }
    List<Source> columns = new ArrayList<>();
    for (MetadataColumn column : table.columns()) {
      columns.add(source(table, layout, types, column));
    }
    return new ColumnSources(layout, types, columns);
  }

  private static Source source(
      MetadataTable table,
      TableLayout layout,
      List<MessageType<? extends Record>> types,
      MetadataColumn column) {
    int id = layout.idNames().indexOf(column.name());
    if (id >= 0) {
      return new Source(column, id, 0, null, Conversion.NONE);
    }
    String field = TableLayout.fieldOf(table, column.name());
    int level = types.size() - 1;
    while (!types.get(level).fieldNames().contains(field)) {
      level--;
    }
    return new Source(column, -1, level, field, conversion(column));
  }

  private static Conversion conversion(MetadataColumn column) {
    if (column.type() == ColumnType.UUID) {
      return Conversion.TO_UUID;
    }
    return column.name().equals("column_type") ? Conversion.TO_TYPE_WORD : Conversion.NONE;
  }
}
