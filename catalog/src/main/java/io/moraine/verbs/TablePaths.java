package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import io.moraine.model.NewTable.TablePath;
import org.jspecify.annotations.Nullable;

/** Where the files of tables are. */
final class TablePaths {
  private final Draft draft;

  TablePaths(Draft draft) {
    this.draft = draft;
  }

  /**
   * Checks a folder that a caller chose.
   *
   * @throws io.moraine.model.CatalogException of kind CONSTRAINT
   */
  static void check(String table, TablePath folder) {
    String path = folder.path();
    if (!path.endsWith("/") || path.length() < 2) {
      throw Refusals.constraint(
          "The path of table " + table + " names a folder and ends in a slash, not " + path);
    } else if (folder.relative() && !isBelow(path)) {
      throw Refusals.constraint(
          "The relative path of table " + table + " leads below its schema's folder, not " + path);
    }
  }

  private static boolean isBelow(String path) {
    for (String step : path.substring(0, path.length() - 1).split("/", -1)) {
      if (step.isEmpty() || step.equals(".") || step.equals("..") || step.contains("\\")) {
        return false;
      }
    }
    return true;
  }

  /**
   * The row of a table with a path that, below another schema, still leads to where its files are.
   * Files have paths relative to their table's, and it to its schema's: once there are any, the
   * table's becomes absolute.
   *
   * @throws io.moraine.model.CatalogException of kind UNSUPPORTED if that cannot be, for the lake
   *     does not say where its data is
   */
  @Nullable Object[] keptBelow(@Nullable Object[] target, @Nullable Object[] row) {
    long tableId = Rows.number(MetadataTable.TABLE, row, "table_id");
    if (!isRelative(MetadataTable.TABLE, row) || !hasFiles(tableId)) {
      return row;
    }
    @Nullable Object[] source =
        draft.require(
            MetadataTable.SCHEMA, "schema", Rows.number(MetadataTable.TABLE, row, "schema_id"));
    String folder = pathOf(MetadataTable.SCHEMA, source);
    boolean relative = isRelative(MetadataTable.SCHEMA, source);
    if (relative == isRelative(MetadataTable.SCHEMA, target)
        && folder.equals(pathOf(MetadataTable.SCHEMA, target))) {
      return row;
    }
    String absolute =
        (relative ? dataPath(tableId) : "") + folder + pathOf(MetadataTable.TABLE, row);
    return Rows.with(
        MetadataTable.TABLE,
        Rows.with(MetadataTable.TABLE, row, "path", absolute),
        "path_is_relative",
        false);
  }

  private boolean hasFiles(long tableId) {
    return draft.hasAny(MetadataTable.DATA_FILE, tableId)
        || draft.hasAny(MetadataTable.DELETE_FILE, tableId);
  }

  private String dataPath(long tableId) {
    return new ScopedOptions(draft)
        .find(null, null, "data_path")
        .orElseThrow(
            () ->
                Refusals.unsupported(
                    "Table "
                        + tableId
                        + " has files below its schema's folder, and the lake has no option"
                        + " data_path to say where that is; set it before the table is moved"));
  }

  private static String pathOf(MetadataTable table, @Nullable Object[] row) {
    return Rows.text(table, row, "path");
  }

  private static boolean isRelative(MetadataTable table, @Nullable Object[] row) {
    return Boolean.TRUE.equals(Rows.find(table, row, "path_is_relative"));
  }
}
