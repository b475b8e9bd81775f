package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.KeyRange;
import io.moraine.keyspace.U64;
import io.moraine.staged.CommitBatch.RecordChange;
import io.moraine.table.RecordSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The records of a revision as the commit that is being assembled leaves them. */
final class ResultRecords {
  private static final int FEW = 4;

  private final RecordSource base;
  private final NavigableMap<Bytes, Optional<Bytes>> changes = new TreeMap<>();

  ResultRecords(RecordSource base) {
    this.base = base;
  }

  /** What reads records. */
  @FunctionalInterface
  interface Reader {
    /** A record; false to read no further. */
    boolean read(Bytes key, Bytes value);
  }

  void put(Key key, Bytes value) {
    put(key.encode(), value);
  }

  void put(Bytes key, Bytes value) {
    changes.put(key, Optional.of(value));
  }

  void delete(Key key) {
    delete(key.encode());
  }

  void delete(Bytes key) {
    changes.put(key, Optional.empty());
  }

  /** Takes a change back. */
  void keep(Key key) {
    changes.remove(key.encode());
  }

  /** The changes, ascending by key. */
  List<RecordChange> changes() {
    List<RecordChange> list = new ArrayList<>(changes.size());
    changes.forEach((key, value) -> list.add(new RecordChange(key, value.orElse(null))));
    return list;
  }

  /** The value under a key in the result, or null. */
  @Nullable Bytes find(Key key) {
    return find(key.encode());
  }

  @Nullable Bytes find(Bytes key) {
    Optional<Bytes> changed = changes.get(key);
    return changed == null ? base.find(key) : changed.orElse(null);
  }

  /** The value under a key in the revision, or null. */
  @Nullable Bytes findBase(Key key) {
    return base.find(key.encode());
  }

  /** The records of the revision under some keys; absent ones are left out. */
  Map<Bytes, Bytes> readBase(Collection<Bytes> keys) {
    Map<Bytes, Bytes> found = new HashMap<>();
    if (keys.size() <= FEW) {
      for (Bytes key : keys) {
        Bytes value = base.find(key);
        if (value != null) {
          found.put(key, value);
        }
      }
      return found;
    }
    TreeSet<Bytes> sorted = new TreeSet<>(keys);
    try (RecordSource.RecordIterator records =
        base.scan(runs(sorted), RecordSource.Direction.ASCENDING)) {
      while (records.next()) {
        if (sorted.contains(records.key())) {
          found.put(records.key().copy(), records.value().copy());
        }
      }
    }
    return found;
  }

  /** Ranges that cover ascending keys; keys whose last ids follow on each other share one. */
  private static List<KeyRange> runs(Iterable<Bytes> ascending) {
    List<KeyRange> runs = new ArrayList<>();
    Bytes first = null;
    Bytes last = null;
    for (Bytes key : ascending) {
      if (first == null || last == null || !follows(last, key)) {
        if (first != null && last != null) {
          runs.add(run(first, last));
        }
        first = key;
      }
      last = key;
    }
    if (first != null && last != null) {
      runs.add(run(first, last));
    }
    return runs;
  }

  private static boolean follows(Bytes key, Bytes next) {
    int ids = key.length() - Long.BYTES;
    return key.length() == next.length()
        && key.slice(0, ids).equals(next.slice(0, ids))
        && U64.readBe(next, ids) == U64.readBe(key, ids) + 1;
  }

  private static KeyRange run(Bytes first, Bytes last) {
    return new KeyRange(first, KeyRange.single(last).toExclusive());
  }

  /** Reads the records whose keys start with {@code prefix} in the result, ascending. */
  void scan(Bytes prefix, Reader reader) {
    KeyRange range = KeyRange.prefix(prefix);
    NavigableMap<Bytes, Optional<Bytes>> changed =
        new TreeMap<>(
            range
                .toExclusive()
                .map(end -> changes.subMap(prefix, true, end, false))
                .orElseGet(() -> changes.tailMap(prefix, true)));
    boolean more = true;
    try (RecordSource.RecordIterator records =
        base.scan(List.of(range), RecordSource.Direction.ASCENDING)) {
      while (more && records.next()) {
        Bytes key = records.key();
        more = readChanged(changed.headMap(key, false), reader);
        Optional<Bytes> change = changed.remove(key);
        if (more && (change == null || change.isPresent())) {
          more = reader.read(key.copy(), change == null ? records.value().copy() : change.get());
        }
      }
    }
    if (more) {
      readChanged(changed, reader);
    }
  }

  /** Reads and forgets changes. */
  private static boolean readChanged(Map<Bytes, Optional<Bytes>> changed, Reader reader) {
    boolean more = true;
    for (Map.Entry<Bytes, Optional<Bytes>> change : changed.entrySet()) {
      if (more && change.getValue().isPresent()) {
        more = reader.read(change.getKey(), change.getValue().get());
      }
    }
    changed.clear();
    return more;
  }
}
