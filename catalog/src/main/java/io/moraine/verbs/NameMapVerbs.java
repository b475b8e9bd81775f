package io.moraine.verbs;

import io.moraine.model.CatalogException;
import io.moraine.model.MetadataTable;
import io.moraine.model.NameMap;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The verbs of maps from names in data files to columns. A map never changes, nor ends. */
final class NameMapVerbs {
  private final Draft draft;

  NameMapVerbs(Draft draft) {
    this.draft = draft;
  }

  long add(long tableId, NameMap map) {
    var unused = draft.require(MetadataTable.TABLE, "table", tableId);
    if (map.entries().isEmpty()) {
      throw refused("maps no name");
    }
    LiveColumns columns = LiveColumns.of(draft, tableId);
    check(map.entries(), OptionalLong.empty(), columns, new HashSet<>());
    long id = draft.newFileId();
    draft.insert(MetadataTable.COLUMN_MAPPING, id, tableId, "map_by_name");
    long unusedNumber = stage(id, map.entries(), null, 0);
    draft.changes().snapshot();
    return id;
  }

  /** Each entry is about a column at the same place of the table, and about another one. */
  private static void check(
      List<NameMap.Entry> entries, OptionalLong parent, LiveColumns columns, Set<Long> targets) {
    Set<String> names = new HashSet<>();
    for (NameMap.Entry entry : entries) {
      if (!LiveColumns.parentOf(columns.require(entry.columnId())).equals(parent)) {
        throw refused(
            "has column "
                + entry.columnId()
                + (parent.isEmpty() ? " at the top" : " inside of column " + parent.getAsLong())
                + ", where the table does not have it");
      } else if (!targets.add(entry.columnId())) {
        throw refused("maps two names to column " + entry.columnId());
      } else if (entry.sourceName().isEmpty() || !names.add(entry.sourceName())) {
        throw refused("has an empty name, or one twice in the same place");
      } else if (entry.hivePartition() && parent.isPresent()) {
        throw refused(
            "takes column " + entry.columnId() + " from the path, which is inside of another");
      }
      check(entry.children(), OptionalLong.of(entry.columnId()), columns, targets);
    }
  }

  /** Numbers and stages entries, each before those inside it; gives the next number. */
  private long stage(
      long mapId, List<NameMap.Entry> entries, @Nullable Long parent, long firstNumber) {
    long number = firstNumber;
    for (NameMap.Entry entry : entries) {
      draft.insert(
          MetadataTable.NAME_MAPPING,
          mapId,
          number,
          entry.sourceName(),
          entry.columnId(),
          parent,
          entry.hivePartition());
      number = stage(mapId, entry.children(), number, number + 1);
    }
    return number;
  }

  private static CatalogException refused(String reason) {
    return Refusals.constraint("The name map " + reason);
  }
}
