package io.moraine.model;

import java.util.List;

/**
 * How the names in data files become columns of a table.
 *
 * @param entries the names at the top of the files, at least one
 */
public record NameMap(List<Entry> entries) {
  public NameMap {
    entries = List.copyOf(entries);
  }

  /**
   * One name.
   *
   * @param sourceName the name in the file
   * @param columnId the column that it becomes
   * @param hivePartition whether its value is in the file's path, as {@code name=value}
   * @param children the names inside of it
   */
  public record Entry(
      String sourceName, long columnId, boolean hivePartition, List<Entry> children) {
    public Entry {
      children = List.copyOf(children);
    }

    /** A name without others inside. */
    public static Entry of(String sourceName, long columnId) {
      return new Entry(sourceName, columnId, false, List.of());
    }
  }
}
