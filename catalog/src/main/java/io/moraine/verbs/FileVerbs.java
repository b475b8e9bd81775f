package io.moraine.verbs;

import io.moraine.model.ColumnStatistics;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewDeleteFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The verbs of data files and delete files. */
final class FileVerbs {
  private static final MetadataTable FILE = MetadataTable.DATA_FILE;
  private static final MetadataTable DELETE = MetadataTable.DELETE_FILE;
  private static final int RECORDS = FILE.ordinalOf("record_count");
  private static final int BYTES = FILE.ordinalOf("file_size_bytes");
  private static final int DELETED_ROWS = DELETE.ordinalOf("delete_count");

  private final Draft draft;
  private final UnshownRecords unshown;
  private final LiveDeleteFiles deleteFiles;

  FileVerbs(Draft draft) {
    this.draft = draft;
    this.unshown = new UnshownRecords(draft.records());
    this.deleteFiles = new LiveDeleteFiles(draft);
  }

  /** Reads nothing of the table's other files, unless its counts are lost. */
  List<Long> addDataFiles(long tableId, List<NewDataFile> files) {
    var unused = draft.require(MetadataTable.TABLE, "table", tableId);
    if (files.isEmpty()) {
      return List.of();
    }
    LivePartitioning partitioning = LivePartitioning.of(draft, tableId);
    MeasuredColumns columns = MeasuredColumns.of(draft, tableId);
    new FileChecks(unshown.isLakeEncrypted()).check(files, columns, partitioning.keys());
    checkNameMaps(tableId, files);
    TableStatistics statistics = TableStatistics.of(draft, unshown, tableId);
    long row = statistics.nextRow();
    statistics.add(files, columns);
    List<Long> ids = new ArrayList<>();
    for (NewDataFile file : files) {
      long id = draft.newFileId();
      ids.add(id);
      stage(tableId, id, file, row, partitioning.id());
      row += file.recordCount();
    }
    statistics.stage();
    draft.changes().add(ChangeKind.INSERTED_INTO_TABLE, tableId);
    return ids;
  }

  private void checkNameMaps(long tableId, List<NewDataFile> files) {
    Set<Long> maps = new TreeSet<>();
    for (NewDataFile file : files) {
      file.nameMapId().ifPresent(maps::add);
    }
    for (Long map : maps) {
      var unused = draft.require(MetadataTable.COLUMN_MAPPING, "name map", tableId, map);
    }
  }

  private void stage(
      long tableId, long id, NewDataFile file, long firstRow, OptionalLong partitioning) {
    draft.insert(
        FILE,
        id,
        tableId,
        draft.snapshotId(),
        null,
        null,
        file.path(),
        file.relative(),
        "parquet",
        file.recordCount(),
        file.fileSizeBytes(),
        file.footerSizeBytes(),
        firstRow,
        orNull(partitioning),
        orNull(file.encryptionKey()),
        orNull(file.nameMapId()),
        null);
    new TreeMap<>(file.columns())
        .forEach((column, statistics) -> stage(tableId, id, column, statistics));
    for (int key = 0; key < file.partitionValues().size(); key++) {
      draft.insert(
          MetadataTable.FILE_PARTITION_VALUE,
          id,
          tableId,
          (long) key,
          file.partitionValues().get(key));
    }
  }

  private void stage(long tableId, long id, long column, ColumnStatistics statistics) {
    draft.insert(
        MetadataTable.FILE_COLUMN_STATS,
        id,
        tableId,
        column,
        statistics.sizeBytes(),
        statistics.valueCount(),
        statistics.nullCount(),
        orNull(statistics.min()),
        orNull(statistics.max()),
        orNull(statistics.containsNan()),
        orNull(statistics.extra()));
  }

  void removeDataFiles(long tableId, Set<Long> dataFileIds) {
    var unused = draft.require(MetadataTable.TABLE, "table", tableId);
    if (dataFileIds.isEmpty()) {
      return;
    }
    unshown.requireNoIndex(tableId);
    Map<Long, @Nullable Object[]> files = new TreeMap<>();
    for (Long id : dataFileIds) {
      files.put(id, draft.require(FILE, "data file", tableId, id));
    }
    TableStatistics statistics = TableStatistics.of(draft, unshown, tableId);
    files.values().forEach(file -> statistics.remove(number(file, RECORDS), number(file, BYTES)));
    together(
        () -> {
          files.forEach(
              (id, file) -> {
                deleteFiles.endOf(tableId, id);
                draft.endWithParts(FILE, file);
              });
          statistics.stage();
        });
    draft.changes().add(ChangeKind.MERGE_ADJACENT, tableId);
  }

  /** Reads the table's live delete files, to find the one that is replaced. */
  long addDeleteFile(long tableId, NewDeleteFile file) {
    var unused = draft.require(MetadataTable.TABLE, "table", tableId);
    @Nullable Object[] dataFile = draft.require(FILE, "data file", tableId, file.dataFileId());
    new FileChecks(unshown.isLakeEncrypted()).check(file, number(dataFile, RECORDS));
    checkGrows(file, deleteFiles.find(tableId, file.dataFileId()));
    long id = draft.newFileId();
    @Nullable Object[] row = {
      id,
      tableId,
      draft.snapshotId(),
      null,
      file.dataFileId(),
      file.path(),
      file.relative(),
      file.format(),
      file.deleteCount(),
      file.fileSizeBytes(),
      file.footerSizeBytes(),
      orNull(file.encryptionKey()),
      null
    };
    together(
        () -> {
          deleteFiles.endOf(tableId, file.dataFileId());
          draft.insert(DELETE, row);
          deleteFiles.add(tableId, file.dataFileId(), row);
        });
    draft.changes().deletedFromFile(tableId, file.dataFileId());
    return id;
  }

  /** What is known of delete files must not outlive a verb that failed half-way. */
  private void together(Runnable steps) {
    boolean done = false;
    try {
      steps.run();
      done = true;
    } finally {
      if (!done) {
        deleteFiles.forgetAll();
      }
    }
  }

  private static void checkGrows(NewDeleteFile file, List<@Nullable Object[]> replaced) {
    for (@Nullable Object[] row : replaced) {
      if (file.deleteCount() < number(row, DELETED_ROWS)) {
        throw Refusals.constraint(
            "The delete file of data file "
                + file.dataFileId()
                + " deletes "
                + file.deleteCount()
                + " rows, fewer than the "
                + number(row, DELETED_ROWS)
                + " of the one that it replaces, all of which it must contain");
      }
    }
  }

  void removeDeleteFile(long tableId, long deleteFileId) {
    var unused = draft.require(MetadataTable.TABLE, "table", tableId);
    unshown.requireNoIndex(tableId);
    draft.end(DELETE, draft.require(DELETE, "delete file", tableId, deleteFileId));
    deleteFiles.forget(tableId, deleteFileId);
    draft.changes().add(ChangeKind.REWRITE_DELETE, tableId);
  }

  private static long number(@Nullable Object[] row, int ordinal) {
    return row[ordinal] instanceof Long number ? number : 0;
  }

  private static <T> @Nullable T orNull(Optional<T> value) {
    return value.isPresent() ? value.get() : null;
  }

  private static @Nullable Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }
}
