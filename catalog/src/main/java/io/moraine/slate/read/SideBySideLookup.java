package io.moraine.slate.read;

import io.moraine.slate.format.Block;
import java.util.ArrayList;
import java.util.List;

/**
 * Point reads in a store that is far away. As soon as one table needs a request, all older tables
 * are asked at the same time, so a read takes no longer than that of one table.
 */
final class SideBySideLookup {
  private SideBySideLookup() {}

  /** Takes the versions in {@code tables}, newest first; true if the matter is settled. */
  static boolean run(ReadContext context, List<SstReader> tables, Lookup lookup) {
    for (int i = 0; i < tables.size(); i++) {
      List<Block> blocks = TableLookup.findAtHand(tables.get(i), lookup);
      if (blocks == null) {
        return ask(context, tables.subList(i, tables.size()), lookup);
      }
      if (lookup.addAll(blocks)) {
        return true;
      }
    }
    return false;
  }

  private static boolean ask(ReadContext context, List<SstReader> tables, Lookup lookup) {
    lookup.hash();
    List<AheadRead<List<Block>>> reads = new ArrayList<>(tables.size());
    try {
      for (SstReader table : tables) {
        reads.add(new AheadRead<>(table.file().path(), () -> TableLookup.read(table, lookup)));
      }
      // The first one is for this thread.
      reads.stream().skip(1).forEach(read -> read.begin(context));
      for (AheadRead<List<Block>> read : reads) {
        if (lookup.addAll(read.await())) {
          return true;
        }
      }
      return false;
    } finally {
      reads.forEach(AheadRead::cancel);
    }
  }
}
