package io.moraine.api;

import io.moraine.model.CatalogOptions;
import io.moraine.model.Cursor;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The catalog library alone, as the README shows it. */
final class ReadScopeExample {
  private ReadScopeExample() {}

  /** The data files of a table, all versions, of one revision of the lake. */
  static List<String> files(String location, long tableId) {
    List<String> lines = new ArrayList<>();
    try (Catalog catalog = Catalog.open(CatalogOptions.of(location));
        ReadScope scope = catalog.readScope();
        Cursor files =
            scope.open(
                TableScan.of(MetadataTable.DATA_FILE)
                    .where(KeyCondition.equalTo(tableId))
                    .select("data_file_id", "path", "record_count"))) {
      while (files.next()) {
        lines.add(Arrays.toString(files.row()));
      }
    }
    return lines;
  }
}
