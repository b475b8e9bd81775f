package io.moraine.verbs;

import io.moraine.model.CatalogException;
import io.moraine.model.ColumnStatistics;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewDeleteFile;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which files a lake can hold. The texts of errors name positions and ids, never what the caller
 * wrote: DuckLake acts on words in them.
 */
final class FileChecks {
  private static final Set<String> DELETE_FORMATS = Set.of("parquet", "puffin");

  private final boolean encrypted;

  /**
   * @param encrypted whether the files of the lake are
   */
  FileChecks(boolean encrypted) {
    this.encrypted = encrypted;
  }

  /**
   * Checks data files that are added together.
   *
   * @param keys how many partition keys the table has
   * @throws CatalogException of kind CONSTRAINT
   */
  void check(List<NewDataFile> files, MeasuredColumns columns, int keys) {
    Set<List<Object>> paths = new HashSet<>();
    for (int i = 0; i < files.size(); i++) {
      NewDataFile file = files.get(i);
      String what = "Data file " + i;
      check(what, file, keys);
      if (!paths.add(List.of(file.path(), file.relative()))) {
        throw refused(what, "is given twice: another of these files has its path");
      }
      file.columns()
          .forEach((id, statistics) -> checkColumn(what, file, column(columns, id), statistics));
    }
  }

  private void check(String what, NewDataFile file, int keys) {
    checkPath(what, file.path(), file.relative());
    checkNotNegative(what, "record_count", file.recordCount());
    checkSizes(what, file.fileSizeBytes(), file.footerSizeBytes());
    checkKey(what, file.encryptionKey());
    if (file.partitionValues().size() != keys) {
      throw refused(
          what,
          "has "
              + file.partitionValues().size()
              + " partition values; the table's present partitioning has "
              + keys
              + " keys");
    }
  }

  private static MeasuredColumns.Column column(MeasuredColumns columns, long id) {
    return columns
        .find(id)
        .orElseThrow(() -> Refusals.notFound("live column " + id + " of the table"));
  }

  private static void checkColumn(
      String what, NewDataFile file, MeasuredColumns.Column column, ColumnStatistics statistics) {
    String where = what + ", column " + column.id();
    checkNotNegative(where, "sizeBytes", statistics.sizeBytes());
    checkNotNegative(where, "valueCount", statistics.valueCount());
    checkNotNegative(where, "nullCount", statistics.nullCount());
    boolean oneValueARow = column.parent() == null;
    if (oneValueARow
        && statistics.valueCount()
            > file.recordCount() - Math.min(statistics.nullCount(), file.recordCount())) {
      throw refused(where, "has more values and NULLs than the file has rows");
    }
    checkBounds(where, column, statistics);
  }

  private static void checkBounds(
      String where, MeasuredColumns.Column column, ColumnStatistics statistics) {
    Optional<String> min = statistics.min();
    Optional<String> max = statistics.max();
    if (min.isEmpty() && max.isEmpty()) {
      return;
    }
    Bounds bounds =
        column
            .bounds()
            .orElseThrow(
                () -> refused(where, "has bounds of its own; give them for the columns inside it"));
    if (!min.map(bounds::canBe).orElse(true) || !max.map(bounds::canBe).orElse(true)) {
      throw refused(where, "has a bound that is no value of type " + column.type());
    }
    if (min.isPresent() && max.isPresent() && bounds.isGreater(min.get(), max.get())) {
      throw refused(where, "has a least value that is greater than its greatest");
    }
  }

  /**
   * Checks a delete file.
   *
   * @param recordCount rows of its data file
   * @throws CatalogException of kind CONSTRAINT
   */
  void check(NewDeleteFile file, long recordCount) {
    String what = "The delete file";
    checkPath(what, file.path(), file.relative());
    if (!DELETE_FORMATS.contains(file.format())) {
      throw refused(what, "is neither of the format parquet nor puffin");
    }
    checkNotNegative(what, "deleteCount", file.deleteCount());
    if (file.deleteCount() > recordCount) {
      throw refused(
          what, "deletes " + file.deleteCount() + " rows of a file that has " + recordCount);
    }
    checkSizes(what, file.fileSizeBytes(), file.footerSizeBytes());
    checkKey(what, file.encryptionKey());
  }

  /** Paths are stored as they are; a relative one must stay below its table's folder. */
  private static void checkPath(String what, String path, boolean relative) {
    if (path.isEmpty()) {
      throw refused(what, "has an empty path");
    }
    if (!relative) {
      return;
    }
    if (path.startsWith("/") || path.contains("://")) {
      throw refused(what, "has an absolute path that is said to be relative");
    }
    for (String folder : path.split("/", -1)) {
      if (folder.isEmpty() || folder.equals(".") || folder.equals("..")) {
        throw refused(what, "has a relative path with an empty part, or a part . or ..");
      }
    }
  }

  private static void checkSizes(String what, long file, long footer) {
    checkNotNegative(what, "fileSizeBytes", file);
    checkNotNegative(what, "footerSizeBytes", footer);
    if (footer > file) {
      throw refused(what, "has a footer of " + footer + " bytes, but is of " + file + " itself");
    }
  }

  private void checkKey(String what, Optional<String> key) {
    if (encrypted && key.isEmpty()) {
      throw refused(what, "has no encryption key, which each file of an encrypted lake needs");
    } else if (!encrypted && key.isPresent()) {
      throw refused(what, "has an encryption key, but the lake is not encrypted");
    }
  }

  private static void checkNotNegative(String what, String name, long count) {
    if (count < 0) {
      throw refused(what, "has " + name + " " + count + ", below zero");
    }
  }

  private static CatalogException refused(String what, String reason) {
    return Refusals.constraint(what + " " + reason);
  }
}
