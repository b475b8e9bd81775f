package io.moraine.slate.manifest;

import java.util.List;

/**
 * Tables in key order that do not overlap, save that the versions of one key may lie in two
 * neighbours.
 *
 * @param id unsigned 32 bits, unique in the manifest; a higher one is newer
 * @param views the tables, ascending by key
 */
public record SortedRun(long id, List<SsTableView> views) {
  /** Takes a copy of the list. */
  public SortedRun {
    views = List.copyOf(views);
  }
}
