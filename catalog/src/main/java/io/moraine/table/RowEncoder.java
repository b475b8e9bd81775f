package io.moraine.table;

import io.moraine.keyspace.MessageType;
import io.moraine.model.MetadataTable;
import io.moraine.table.ColumnSources.Source;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Turns rows of a table into the messages that hold them: the inverse of what scans do. For a table
 * of records the message is the record, for a table of children the child. Immutable.
 */
public final class RowEncoder {
  private static final Map<MetadataTable, RowEncoder> ALL = all();

  private final ColumnSources sources;
  private final MessageType<? extends Record> type;
  private final Map<String, Integer> ordinals;

  private RowEncoder(MetadataTable table, ColumnSources sources) {
    this.sources = sources;
    this.type = sources.types().get(sources.types().size() - 1);
    this.ordinals = ordinals(table, type);
  }

  private static Map<MetadataTable, RowEncoder> all() {
    Map<MetadataTable, RowEncoder> all = new EnumMap<>(MetadataTable.class);
    for (MetadataTable table : MetadataTable.values()) {
      if (TableLayout.find(table).isPresent()) {
        all.put(table, new RowEncoder(table, ColumnSources.of(table)));
      }
    }
    return all;
  }

  private static Map<String, Integer> ordinals(
      MetadataTable table, MessageType<? extends Record> type) {
    Map<String, Integer> ordinals = new LinkedHashMap<>();
    for (int i = 0; i < table.columns().size(); i++) {
      String field = TableLayout.fieldOf(table, table.columns().get(i).name());
      if (type.fieldNames().contains(field)) {
        ordinals.put(field, i);
      }
    }
    return ordinals;
  }

  /**
   * The encoder of a table that is records or their children.
   *
   * @throws IllegalArgumentException for another table
   */
  public static RowEncoder of(MetadataTable table) {
    RowEncoder encoder = ALL.get(table);
    if (encoder == null) {
      throw new IllegalArgumentException(table + " is more than its records");
    }
    return encoder;
  }

  /** Whether the record, or child, can hold a NULL in a column. */
  public boolean canHoldNull(int ordinal) {
    Source source = sources.columns().get(ordinal);
    return source.field() != null && sources.types().get(source.level()).isOptional(source.field());
  }

  /** What {@link #encode} gives. */
  public MessageType<? extends Record> type() {
    return type;
  }

  /**
   * The message that holds a row.
   *
   * @param row all columns, of the classes that {@link io.moraine.model.ColumnType} names; NULL
   *     only where it can be held
   * @param base what the fields without a column are taken from, unknown fields included; null for
   *     their defaults
   */
  public Record encode(@Nullable Object[] row, @Nullable Record base) {
    Map<String, @Nullable Object> fields = new HashMap<>();
    ordinals.forEach((field, ordinal) -> fields.put(field, stored(row[ordinal])));
    return type.with(base == null ? type.empty() : base, fields);
  }

  private static @Nullable Object stored(@Nullable Object value) {
    return value instanceof UUID uuid ? uuid.toString() : value;
  }

  /**
   * A row as a scan would show it if it were stored: types in DuckLake's words, the data path with
   * one slash at its end. The same array if nothing differs.
   */
  public static @Nullable Object[] shown(MetadataTable table, @Nullable Object[] row) {
    return switch (table) {
      case COLUMN -> replaced(table, row, "column_type", TypeWords::ofStored);
      case METADATA ->
          row[2] == null && "data_path".equals(row[0])
              ? replaced(table, row, "value", OptionRows::withOneSlash)
              : row;
      default -> row;
    };
  }

  private static @Nullable Object[] replaced(
      MetadataTable table,
      @Nullable Object[] row,
      String column,
      java.util.function.UnaryOperator<String> change) {
    int ordinal = table.ordinalOf(column);
    if (!(row[ordinal] instanceof String text) || change.apply(text).equals(text)) {
      return row;
    }
    @Nullable Object[] changed = row.clone();
    changed[ordinal] = change.apply(text);
    return changed;
  }

  /** The names of options that every lake shows at global scope, whatever is stored. */
  public static boolean isFixedOption(String name) {
    return OptionRows.FIXED.contains(name);
  }
}
