package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import org.jspecify.annotations.Nullable;

/**
 * What ends and what goes with a table. Statistics of its files, its name maps, tags and schema
 * versions stay: older snapshots are read with them.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/catalog/snapshot.rs}.
 */
final class TableParts {
  private final Draft draft;
  private final long tableId;

  TableParts(Draft draft, long tableId) {
    this.draft = draft;
    this.tableId = tableId;
  }

  void endAll() {
    endAll(MetadataTable.COLUMN);
    endAll(MetadataTable.DELETE_FILE);
    endAll(MetadataTable.DATA_FILE);
    endAll(MetadataTable.PARTITION_INFO);
    endAll(MetadataTable.SORT_INFO);
    deleteAll(MetadataTable.TABLE_STATS);
    deleteAll(MetadataTable.TABLE_COLUMN_STATS);
    deleteOwnNameMaps();
  }

  private void endAll(MetadataTable table) {
    for (@Nullable Object[] row : draft.live(table, tableId)) {
      draft.endWithParts(table, row);
    }
  }

  private void deleteAll(MetadataTable table) {
    for (@Nullable Object[] row : draft.live(table, tableId)) {
      draft.delete(table, row);
    }
  }

  /** Name maps that the same commit made would belong to no table. */
  private void deleteOwnNameMaps() {
    for (@Nullable Object[] map : draft.live(MetadataTable.COLUMN_MAPPING, tableId)) {
      long id = Rows.number(MetadataTable.COLUMN_MAPPING, map, "mapping_id");
      if (draft.isNewFileId(id)) {
        for (@Nullable Object[] name : draft.live(MetadataTable.NAME_MAPPING)) {
          if (Rows.number(MetadataTable.NAME_MAPPING, name, "mapping_id") == id) {
            draft.delete(MetadataTable.NAME_MAPPING, name);
          }
        }
        draft.delete(MetadataTable.COLUMN_MAPPING, map);
      }
    }
  }
}
