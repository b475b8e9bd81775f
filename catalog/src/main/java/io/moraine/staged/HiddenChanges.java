package io.moraine.staged;

import java.util.Map;
import java.util.Set;

/**
 * What a commit changes that no metadata table shows.
 *
 * @param deletedDataFiles data files that got delete files; the snapshot record tells them
 * @param nextColumnIds by table, the least id that its next new column may have
 * @param tablesWithoutIndexes tables whose definitions of equality indexes end
 */
public record HiddenChanges(
    Set<Long> deletedDataFiles, Map<Long, Long> nextColumnIds, Set<Long> tablesWithoutIndexes) {
  /** No such changes: those of a transaction of staged rows. */
  public static final HiddenChanges NONE = new HiddenChanges(Set.of(), Map.of(), Set.of());

  public HiddenChanges {
    deletedDataFiles = Set.copyOf(deletedDataFiles);
    nextColumnIds = Map.copyOf(nextColumnIds);
    tablesWithoutIndexes = Set.copyOf(tablesWithoutIndexes);
  }
}
