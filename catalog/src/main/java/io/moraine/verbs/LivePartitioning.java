package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How new files of a table are partitioned.
 *
 * @param id the specification; empty for not at all. One without keys is what DuckLake leaves when
 *     a partitioning is reset, and counts as none
 * @param keys how many keys it has
 */
record LivePartitioning(OptionalLong id, int keys) {
  private static final LivePartitioning NONE = new LivePartitioning(OptionalLong.empty(), 0);

  /** The one of a table. */
  static LivePartitioning of(Draft draft, long tableId) {
    List<@Nullable Object[]> live = draft.live(MetadataTable.PARTITION_INFO, tableId);
    if (live.isEmpty() || !(live.get(live.size() - 1)[0] instanceof Long id)) {
      return NONE;
    }
    int keys = draft.live(MetadataTable.PARTITION_COLUMN, tableId, id).size();
    return keys == 0 ? NONE : new LivePartitioning(OptionalLong.of(id), keys);
  }
}
