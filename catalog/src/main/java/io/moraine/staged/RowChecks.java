package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import io.moraine.model.ColumnType;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import io.moraine.staged.TableRules.Form;
import io.moraine.table.RowEncoder;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Which rows can be stored at all, each judged alone. */
final class RowChecks {
  /** Most bytes of a name or key, in UTF-8. */
  static final int MAX_NAME_BYTES = 65_535;

  /** Most bytes of any other text, in UTF-8. */
  static final int MAX_TEXT_BYTES = 16 << 20;

  /** Most bytes of UTF-8 that one {@code char} becomes. */
  private static final int MOST_UTF8_BYTES = 3;

  private static final Set<String> NAMES =
      Set.of(
          "schema_name",
          "table_name",
          "view_name",
          "column_name",
          "macro_name",
          "parameter_name",
          "source_name",
          "key",
          "path");

  private RowChecks() {}

  /**
   * Checks a row to be inserted.
   *
   * @throws CatalogException of kind CONSTRAINT, or UNSUPPORTED for rows that are not written
   */
  static void checkInsert(MetadataTable table, @Nullable Object[] row) {
    TableRules rules = TableRules.of(table);
    checkWritable(rules);
    checkValues(table, row);
    for (int i = 0; i < row.length; i++) {
      if (row[i] == null && !canHoldNull(rules, i)) {
        throw Refusals.constraint(table, column(table, i) + " is NULL, which no record can hold");
      }
    }
    if (table == MetadataTable.METADATA) {
      checkOption(row);
    } else if (table == MetadataTable.COLUMN) {
      checkType(row);
    }
  }

  private static void checkWritable(TableRules rules) {
    if (rules.form() == Form.REGISTRY) {
      throw Refusals.unsupported(
          rules.table(), "this version writes no inlined rows and registers no tables for them");
    } else if (rules.table() == MetadataTable.FILE_VARIANT_STATS) {
      throw Refusals.unsupported(rules.table(), "VARIANT columns are not written");
    }
  }

  /**
   * Checks the classes and the ranges of a row's values.
   *
   * @throws CatalogException of kind CONSTRAINT
   */
  static void checkValues(MetadataTable table, @Nullable Object[] row) {
    List<MetadataColumn> columns = table.columns();
    if (row.length != columns.size()) {
      throw Refusals.constraint(
          table, "a row has " + columns.size() + " columns, not " + row.length);
    }
    for (int i = 0; i < row.length; i++) {
      Object value = row[i];
      if (value != null) {
        checkValue(table, columns.get(i), value);
      }
    }
  }

  private static void checkValue(MetadataTable table, MetadataColumn column, Object value) {
    if (!classOf(column.type()).isInstance(value)) {
      throw Refusals.constraint(
          table,
          column.name()
              + " holds "
              + column.type()
              + ", a "
              + classOf(column.type()).getSimpleName()
              + ", not a "
              + value.getClass().getSimpleName());
    }
    if (column.type() == ColumnType.BIGINT && (Long) value < 0) {
      throw Refusals.constraint(table, column.name() + " is " + value + ", below zero");
    } else if (value instanceof String text) {
      checkText(table, column, text);
    }
  }

  private static Class<?> classOf(ColumnType type) {
    return switch (type) {
      case BIGINT, TIMESTAMPTZ -> Long.class;
      case VARCHAR -> String.class;
      case BOOLEAN -> Boolean.class;
      case UUID -> UUID.class;
    };
  }

  private static void checkText(MetadataTable table, MetadataColumn column, String text) {
    int most = NAMES.contains(column.name()) ? MAX_NAME_BYTES : MAX_TEXT_BYTES;
    if (text.length() > most / MOST_UTF8_BYTES && Bytes.utf8(text).length() > most) {
      throw Refusals.constraint(
          table, column.name() + " is longer than " + most + " bytes of UTF-8");
    }
    if (!isWellFormed(text)) {
      throw Refusals.constraint(table, column.name() + " is no valid Unicode text");
    }
  }

  /** Whether no surrogate stands alone: UTF-8 has no form for such. */
  private static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (i + 1 == text.length() || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  private static boolean canHoldNull(TableRules rules, int ordinal) {
    MetadataTable table = rules.table();
    return switch (rules.form()) {
      case SCHEMA_VERSION, REGISTRY -> false;
      case OPTION -> ordinal == table.ordinalOf("scope") || ordinal == table.ordinalOf("scope_id");
      case TAG -> endsTag(table, ordinal) || RowEncoder.of(table).canHoldNull(ordinal);
      default -> RowEncoder.of(table).canHoldNull(ordinal);
    };
  }

  /** A tag's value may be NULL: no tag is stored then. */
  private static boolean endsTag(MetadataTable table, int ordinal) {
    return ordinal == table.ordinalOf("value");
  }

  /** Whether a row is a tag without a value, of which nothing is stored. */
  static boolean isTagWithoutValue(MetadataTable table, @Nullable Object[] row) {
    return TableRules.of(table).form() == Form.TAG && row[table.ordinalOf("value")] == null;
  }

  private static void checkOption(@Nullable Object[] row) {
    OptionScope.of(row);
    if (row[OptionScope.SCOPE] == null && row[OptionScope.KEY] instanceof String key) {
      if (!RowEncoder.isFixedOption(key)) {
        return;
      }
      if (key.equals("encrypted")) {
        checkEncrypted(row[OptionScope.VALUE]);
      } else if (!key.equals("data_path")) {
        throw fixedOption();
      }
    }
  }

  private static void checkEncrypted(@Nullable Object value) {
    if (!"true".equals(value) && !"false".equals(value)) {
      throw Refusals.constraint(
          MetadataTable.METADATA, "the option encrypted is true or false, in lower case");
    }
  }

  private static CatalogException fixedOption() {
    return Refusals.constraint(
        MetadataTable.METADATA,
        "the global options version and created_by are the same in every lake");
  }

  /**
   * Checks a row to be deleted.
   *
   * @throws CatalogException of kind CONSTRAINT, or UNSUPPORTED for rows that are not written
   */
  static void checkDelete(MetadataTable table, @Nullable Object[] row) {
    checkShown(table, row);
    if (TableRules.of(table).form() == Form.REGISTRY) {
      throw Refusals.unsupported(table, "this version drops no tables of inlined rows");
    }
    if (table == MetadataTable.METADATA
        && row[OptionScope.SCOPE] == null
        && row[OptionScope.KEY] instanceof String key
        && RowEncoder.isFixedOption(key)
        && !key.equals("data_path")) {
      throw Refusals.constraint(
          table, "the global options version, created_by and encrypted stand in every lake");
    }
  }

  /**
   * Checks a row that is said to have been shown: that its identity is one.
   *
   * @throws CatalogException of kind CONSTRAINT
   */
  static void checkShown(MetadataTable table, @Nullable Object[] row) {
    checkValues(table, row);
    TableRules rules = TableRules.of(table);
    for (int ordinal : rules.identity()) {
      if (row[ordinal] == null && !canHoldNull(rules, ordinal)) {
        throw Refusals.constraint(
            table, column(table, ordinal) + " is NULL in a row to change, which no row shows");
      }
    }
  }

  private static void checkType(@Nullable Object[] row) {
    Object type =
        RowEncoder.shown(MetadataTable.COLUMN, row)[MetadataTable.COLUMN.ordinalOf("column_type")];
    if (type instanceof String word && word.equalsIgnoreCase("variant")) {
      throw Refusals.unsupported(
          MetadataTable.COLUMN, "column_type is variant; VARIANT columns are not written");
    }
  }

  private static String column(MetadataTable table, int ordinal) {
    return table.columns().get(ordinal).name();
  }
}
