package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.Corruption;
import io.moraine.keyspace.MessageType;
import io.moraine.keyspace.Projection;
import io.moraine.keyspace.U64;
import io.moraine.model.ColumnType;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Turns records into rows of chosen columns, reading no other field. Immutable.
 *
 * <p>Each message on the way from the record to its innermost child is read into an array as wide
 * as the row, filling the columns that are its own; one more place holds the children, into which
 * the columns filled so far are copied.
 */
final class RowReader {
  private static final int UUID_TEXT_LENGTH = 36;

  private final TableLayout layout;
  private final List<MetadataColumn> columns;
  private final int[] idOfColumn;
  private final int[] levelOfColumn;
  private final int endColumn;
  private final boolean keyIsEnough;
  private final int[] converted;
  private final Projection projection;

  /**
   * A reader of some columns of a table.
   *
   * @param ordinals of the columns, each at most once
   */
  RowReader(MetadataTable table, TableLayout layout, List<Integer> ordinals) {
    this.layout = layout;
    this.columns = ordinals.stream().map(table.columns()::get).toList();
    List<String> names = columns.stream().map(MetadataColumn::name).toList();
    List<MessageType<? extends Record>> types = types(layout);
    this.idOfColumn = names.stream().mapToInt(layout.idNames()::indexOf).toArray();
    this.endColumn = layout.children().isEmpty() ? names.indexOf("end_snapshot") : -1;
    List<String> fields = names.stream().map(name -> TableLayout.fieldOf(table, name)).toList();
    this.levelOfColumn =
        IntStream.range(0, fields.size())
            .map(i -> idOfColumn[i] >= 0 ? 0 : innermost(types, fields.get(i)))
            .toArray();
    this.keyIsEnough =
        layout.children().isEmpty() && Arrays.stream(idOfColumn).allMatch(id -> id >= 0);
    this.converted = IntStream.range(0, columns.size()).filter(this::isConverted).toArray();
    this.projection = project(types, fields);
  }

  private static List<MessageType<? extends Record>> types(TableLayout layout) {
    List<MessageType<? extends Record>> types = new ArrayList<>();
    types.add(layout.valueType());
    for (String child : layout.children()) {
      types.add(types.get(types.size() - 1).messagesIn(child).orElseThrow());
    }
    return types;
  }

  private static int innermost(List<MessageType<? extends Record>> types, String field) {
    int level = types.size() - 1;
    while (!types.get(level).fieldNames().contains(field)) {
      level--;
    }
    return level;
  }

  private boolean isConverted(int column) {
    MetadataColumn of = columns.get(column);
    return of.type() == ColumnType.UUID || of.name().equals("column_type");
  }

  private Projection project(List<MessageType<? extends Record>> types, List<String> fields) {
    int innermost = types.size() - 1;
    Projection reader = types.get(innermost).project(namesAt(innermost, fields));
    for (int level = innermost - 1; level >= 0; level--) {
      List<@Nullable String> names = namesAt(level, fields);
      names.add(layout.children().get(level));
      reader = types.get(level).project(names, reader);
    }
    return reader;
  }

  private List<@Nullable String> namesAt(int level, List<String> fields) {
    List<@Nullable String> names = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      names.add(levelOfColumn[i] == level && idOfColumn[i] < 0 ? fields.get(i) : null);
    }
    return names;
  }

  /** Adds the rows of a record to {@code rows}, in stored order. */
  void read(Bytes key, Bytes value, boolean ended, List<@Nullable Object[]> rows) {
    checkKey(key, ended);
    @Nullable Object[] row =
        keyIsEnough ? new @Nullable Object[columns.size()] : projection.read(key, value);
    readIds(key, ended, row);
    if (layout.children().isEmpty()) {
      rows.add(convert(key, row));
    } else {
      flatten(key, row, 0, rows);
    }
  }

  private void checkKey(Bytes key, boolean ended) {
    int ids = layout.idNames().size() + (ended ? 1 : 0);
    RecordKeys.checkLength(key, prefix(ended).length() + ids * Long.BYTES);
  }

  private void readIds(Bytes key, boolean ended, @Nullable Object[] row) {
    int idOffset = prefix(ended).length();
    for (int i = 0; i < idOfColumn.length; i++) {
      if (idOfColumn[i] >= 0) {
        row[i] = U64.readBe(key, idOffset + idOfColumn[i] * Long.BYTES);
      }
    }
    if (ended && endColumn >= 0) {
      row[endColumn] = RecordKeys.endSnapshot(key);
    }
  }

  private Bytes prefix(boolean ended) {
    return ended ? layout.ended() : layout.live();
  }

  private void flatten(
      Bytes key, @Nullable Object[] parent, int level, List<@Nullable Object[]> rows) {
    for (@Nullable Object[] child : children(parent)) {
      for (int i = 0; i < columns.size(); i++) {
        if (levelOfColumn[i] <= level) {
          child[i] = parent[i];
        }
      }
      if (level + 1 == layout.children().size()) {
        rows.add(convert(key, child));
      } else {
        flatten(key, child, level + 1, rows);
      }
    }
  }

  @SuppressWarnings("unchecked") // a nested projection gives a list of arrays
  private List<@Nullable Object[]> children(@Nullable Object[] parent) {
    Object children = parent[columns.size()];
    return children == null ? Collections.emptyList() : (List<@Nullable Object[]>) children;
  }

  private @Nullable Object[] convert(Bytes key, @Nullable Object[] row) {
    for (int column : converted) {
      if (row[column] instanceof String text) {
        row[column] =
            columns.get(column).type() == ColumnType.UUID
                ? uuid(key, columns.get(column), text)
                : TypeWords.ofStored(text);
      }
    }
    return row;
  }

  private static UUID uuid(Bytes key, MetadataColumn column, String text) {
    try {
      if (text.length() == UUID_TEXT_LENGTH) {
        return UUID.fromString(text);
      }
    } catch (IllegalArgumentException e) {
      throw Corruption.inRecord(key, column.name() + " holds \"" + text + "\", no UUID: " + e);
    }
    throw Corruption.inRecord(key, column.name() + " holds \"" + text + "\", no UUID");
  }
}
