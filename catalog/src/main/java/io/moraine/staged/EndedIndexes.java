package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.IndexValue;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.KeyPrefix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Ends the definitions of equality indexes of tables that are dropped. */
final class EndedIndexes {
  private final Commit commit;

  EndedIndexes(Commit commit) {
    this.commit = commit;
  }

  void apply() {
    commit.hidden().tablesWithoutIndexes().forEach(this::endAllOf);
  }

  private void endAllOf(long tableId) {
    List<Bytes> keys = new ArrayList<>();
    commit
        .result()
        .scan(
            KeyPrefix.current(EntityKind.INDEX, tableId),
            (key, value) -> {
              keys.add(key);
              putEnded(IndexValue.TYPE.decode(key, value));
              return true;
            });
    keys.forEach(commit.result()::delete);
  }

  private void putEnded(IndexValue index) {
    long end = commit.snapshotId();
    commit
        .result()
        .put(
            new Key.History(EntityKind.INDEX, List.of(index.tableId(), index.indexId()), end),
            IndexValue.TYPE.encode(IndexValue.TYPE.with(index, Map.of("end_snapshot", end))));
  }
}
