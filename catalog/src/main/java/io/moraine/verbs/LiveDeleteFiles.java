package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The live delete files of tables by data file. Keys tell only the table, so they are read a table
 * at a time, once in a commit's work, when first asked for.
 */
final class LiveDeleteFiles {
  private static final MetadataTable TABLE = MetadataTable.DELETE_FILE;
  private static final int ID = TABLE.ordinalOf("delete_file_id");
  private static final int DATA_FILE = TABLE.ordinalOf("data_file_id");

  private final Draft draft;
  private final Map<Long, Map<Long, List<@Nullable Object[]>>> byTable = new HashMap<>();

  LiveDeleteFiles(Draft draft) {
    this.draft = draft;
  }

  private Map<Long, List<@Nullable Object[]>> of(long tableId) {
    return byTable.computeIfAbsent(tableId, this::read);
  }

  private Map<Long, List<@Nullable Object[]>> read(long tableId) {
    Map<Long, List<@Nullable Object[]>> byFile = new HashMap<>();
    for (@Nullable Object[] row : draft.live(TABLE, tableId)) {
      if (row[DATA_FILE] instanceof Long file) {
        byFile.computeIfAbsent(file, none -> new ArrayList<>()).add(row);
      }
    }
    return byFile;
  }

  /** Those of a data file; a sound lake has one at most. */
  List<@Nullable Object[]> find(long tableId, long dataFileId) {
    return of(tableId).getOrDefault(dataFileId, List.of());
  }

  /** Stages the end of those of a data file. */
  void endOf(long tableId, long dataFileId) {
    List<@Nullable Object[]> ended = of(tableId).remove(dataFileId);
    if (ended != null) {
      ended.forEach(row -> draft.end(TABLE, row));
    }
  }

  /** Notes a new one. */
  void add(long tableId, long dataFileId, @Nullable Object[] row) {
    of(tableId).computeIfAbsent(dataFileId, none -> new ArrayList<>()).add(row);
  }

  /** Has them read again: what was noted was not done. */
  void forgetAll() {
    byTable.clear();
  }

  /** Notes that one has ended. */
  void forget(long tableId, long deleteFileId) {
    Map<Long, List<@Nullable Object[]>> known = byTable.get(tableId);
    if (known != null) {
      known
          .values()
          .forEach(rows -> rows.removeIf(row -> Long.valueOf(deleteFileId).equals(row[ID])));
    }
  }
}
