package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The live columns of a table, nested ones too, as the statistics of files tell of them. */
final class MeasuredColumns {
  private static final MetadataTable TABLE = MetadataTable.COLUMN;
  private static final int ID = TABLE.ordinalOf("column_id");
  private static final int TYPE = TABLE.ordinalOf("column_type");
  private static final int PARENT = TABLE.ordinalOf("parent_column");

  private final Map<Long, Column> byId = new LinkedHashMap<>();

  private MeasuredColumns() {}

  /**
   * A column.
   *
   * @param parent the column that it is inside of; null at the top
   * @param type in DuckLake's words
   * @param bounds how its bounds compare; empty for one that has none
   */
  record Column(long id, @Nullable Long parent, String type, Optional<Bounds> bounds) {}

  /** Those of a table. */
  static MeasuredColumns of(Draft draft, long tableId) {
    MeasuredColumns columns = new MeasuredColumns();
    for (@Nullable Object[] row : draft.live(TABLE, tableId)) {
      if (row[ID] instanceof Long id && row[TYPE] instanceof String type) {
        columns.byId.put(id, new Column(id, (Long) row[PARENT], type, Bounds.of(type)));
      }
    }
    return columns;
  }

  Optional<Column> find(long columnId) {
    return Optional.ofNullable(byId.get(columnId));
  }

  Collection<Column> all() {
    return byId.values();
  }
}
