package io.moraine.verbs;

import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.IndexValue;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.KeyRange;
import io.moraine.table.RecordSource.Direction;
import io.moraine.table.RecordSource.RecordIterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The equality indexes of tables, which no metadata table shows. */
final class Indexes {
  private Indexes() {}

  /**
   * Checks that no index holds values of some columns: their entries are bound to type and column.
   *
   * @throws io.moraine.model.CatalogException of kind CONSTRAINT
   */
  static void checkNone(Draft draft, long tableId, List<@Nullable Object[]> columns) {
    KeyRange range = KeyRange.prefix(KeyPrefix.current(EntityKind.INDEX, tableId));
    try (RecordIterator records = draft.records().scan(List.of(range), Direction.ASCENDING)) {
      while (records.next()) {
        IndexValue index = IndexValue.TYPE.decode(records.key(), records.value());
        columns.forEach(column -> check(index, column));
      }
    }
  }

  private static void check(IndexValue index, @Nullable Object[] column) {
    if (index.columnIds().contains(LiveColumns.idOf(column))) {
      throw Refusals.constraint(
          "The index "
              + index.indexName()
              + " is on "
              + LiveColumns.called(column)
              + "; drop the index by Moraine first");
    }
  }
}
