package io.moraine.slate.read;

import io.moraine.slate.format.Block;
import io.moraine.slate.format.SsTableIndex;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the blocks of one table that may hold a key: none if the filter rules it out, else one, or
 * a few if versions of the key lie on both sides of a border.
 */
final class TableLookup {
  private TableLookup() {}

  /** Takes the versions in the table; true if the matter is settled. Reads one block at a time. */
  static boolean run(SstReader table, Lookup lookup) {
    TableMetadata metadata = table.metadata();
    if (table.lacks(metadata.filter(), lookup)) {
      return false;
    }
    SsTableIndex index = metadata.index();
    int end = end(index, lookup);
    for (int i = index.firstBlockFor(lookup.key()); i < end; i++) {
      if (lookup.addAll(table.block(index, i))) {
        return true;
      }
    }
    return false;
  }

  /** The blocks, with as few requests as possible: one for the index, one for the blocks. */
  static List<Block> read(SstReader table, Lookup lookup) {
    OpenTable open = table.open();
    SsTableIndex index = open.metadata().index();
    if (table.lacks(open.metadata().filter(), lookup)) {
      return List.of();
    }
    int first = index.firstBlockFor(lookup.key());
    int end = end(index, lookup);
    if (!open.blocks().isEmpty()) {
      return open.blocks().subList(first, end);
    }
    List<Block> cached = cached(table, index, first, end);
    if (cached != null) {
      return cached;
    }
    return end - first == 1
        ? List.of(table.block(index, first))
        : List.of(table.readBlocks(index, first, end, true));
  }

  /** The blocks if that takes no request, else null. */
  static @Nullable List<Block> findAtHand(SstReader table, Lookup lookup) {
    TableMetadata metadata = table.cachedMetadata();
    if (metadata == null) {
      return null;
    }
    if (table.lacks(metadata.filter(), lookup)) {
      return List.of();
    }
    SsTableIndex index = metadata.index();
    return cached(table, index, index.firstBlockFor(lookup.key()), end(index, lookup));
  }

  private static @Nullable List<Block> cached(
      SstReader table, SsTableIndex index, int first, int end) {
    List<Block> blocks = new ArrayList<>(end - first);
    for (int i = first; i < end; i++) {
      Block block = table.cachedBlock(index, i);
      if (block == null) {
        return null;
      }
      blocks.add(block);
    }
    return blocks;
  }

  /** The first block behind those that may hold the key. */
  private static int end(SsTableIndex index, Lookup lookup) {
    int end = index.firstBlockFor(lookup.key());
    while (end < index.blockCount()
        && (end == 0 || index.compareFirstKey(end, lookup.key()) <= 0)) {
      end++;
    }
    return end;
  }
}
