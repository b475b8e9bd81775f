package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.Corruption;
import io.moraine.keyspace.MessageType;
import io.moraine.keyspace.Projection;
import io.moraine.keyspace.U64;
import io.moraine.model.MetadataColumn;
import io.moraine.table.ColumnSources.Conversion;
import io.moraine.table.ColumnSources.Source;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
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
  private final Source[] columns;
  private final int endColumn;
  private final boolean keyIsEnough;
  private final boolean converts;
  private final Projection projection;

  /**
   * A reader of some columns of a table.
   *
   * @param ordinals of the columns, each at most once
   */
  RowReader(ColumnSources sources, List<Integer> ordinals) {
    this.layout = sources.layout();
    this.columns = new Source[ordinals.size()];
    int end = -1;
    boolean onlyIds = layout.children().isEmpty();
    boolean anyConverted = false;
    for (int i = 0; i < columns.length; i++) {
      Source source = sources.columns().get(ordinals.get(i));
      columns[i] = source;
      onlyIds &= source.idIndex() >= 0;
      anyConverted |= source.conversion() != Conversion.NONE;
      if (layout.children().isEmpty() && source.column().name().equals("end_snapshot")) {
        end = i;
      }
    }
    this.endColumn = end;
    this.keyIsEnough = onlyIds;
    this.converts = anyConverted;
    this.projection = project(sources.types());
  }

  private Projection project(List<MessageType<? extends Record>> types) {
    int innermost = types.size() - 1;
    Projection reader = types.get(innermost).project(fieldsAt(innermost));
    for (int level = innermost - 1; level >= 0; level--) {
      List<@Nullable String> fields = fieldsAt(level);
      fields.add(layout.children().get(level));
      reader = types.get(level).project(fields, reader);
    }
    return reader;
  }

  private List<@Nullable String> fieldsAt(int level) {
    List<@Nullable String> fields = new ArrayList<>(columns.length + 1);
    for (Source column : columns) {
      fields.add(column.level() == level ? column.field() : null);
    }
    return fields;
  }

  /** Adds the rows of a record to {@code rows}, in stored order. */
  void read(Bytes key, Bytes value, boolean ended, List<@Nullable Object[]> rows) {
    checkKey(key, ended);
    @Nullable Object[] row =
        keyIsEnough ? new @Nullable Object[columns.length] : projection.read(key, value);
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
    for (int i = 0; i < columns.length; i++) {
      if (columns[i].idIndex() >= 0) {
        row[i] = U64.readBe(key, idOffset + columns[i].idIndex() * Long.BYTES);
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
      for (int i = 0; i < columns.length; i++) {
        if (columns[i].level() <= level) {
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
    Object children = parent[columns.length];
    return children == null ? Collections.emptyList() : (List<@Nullable Object[]>) children;
  }

  private @Nullable Object[] convert(Bytes key, @Nullable Object[] row) {
    for (int i = 0; converts && i < columns.length; i++) {
      if (row[i] instanceof String text) {
        row[i] =
            switch (columns[i].conversion()) {
              case NONE -> text;
              case TO_UUID -> uuid(key, columns[i].column(), text);
              case TO_TYPE_WORD -> TypeWords.ofStored(text);
            };
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
