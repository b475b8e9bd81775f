package io.moraine.slate.gc;

import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.compaction.CompactionState;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.gc.Deletions.Doomed;
import io.moraine.slate.manifest.StoreLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Collects tables that no manifest has and that nobody is about to put into one: those older than
 * the age that is asked for, than every compaction that is told of, and than the newest flushed
 * table. What is told of a compaction is read before the manifest, which its coordinator writes
 * first. Tables of other databases, which a clone reads, are never looked at.
 */
final class Tables {
  private Tables() {}

  static void collect(Round round, Deletions deletions) {
    OptionalLong oldestCompaction = oldestCompactionMillis(round);
    References references = round.references();
    long byAge = round.parts().nowMillis() - round.options().minAgeMillis(Garbage.TABLES);
    long cutoff =
        Math.min(byAge, Math.min(oldestCompaction.orElse(0), references.newestL0Millis()));
    Set<Ulid> used = references.tables();
    ObjectStore store = round.parts().store();
    List<Doomed<Ulid>> all = tables(store.list(round.parts().layout().tableFolder(), ""));
    deletions.seen(all.size());
    List<Doomed<Ulid>> dead =
        deletions.limited(
            all.stream()
                .filter(each -> each.id().timestampMillis() < cutoff)
                .filter(each -> !used.contains(each.id()))
                .toList());
    deletions.delete(dead, id -> store.delete(round.parts().layout().table(id)));
  }

  /** Empty if no compaction is told of: then any table may be of one. */
  private static OptionalLong oldestCompactionMillis(Round round) {
    Optional<CompactionState> latest = round.parts().compactions().readLatest();
    if (latest.isEmpty()) {
      return OptionalLong.empty();
    }
    if (latest.get().hasUnknownFields()) {
      throw Round.unknown("state of compaction " + Long.toUnsignedString(latest.get().id()));
    }
    return latest.get().lowWatermarkMillis();
  }

  private static List<Doomed<Ulid>> tables(List<ObjectMeta> objects) {
    List<Doomed<Ulid>> tables = new ArrayList<>();
    for (ObjectMeta each : objects) {
      StoreLayout.tableId(each.name()).ifPresent(id -> tables.add(new Doomed<>(id, each)));
    }
    return tables;
  }
}
