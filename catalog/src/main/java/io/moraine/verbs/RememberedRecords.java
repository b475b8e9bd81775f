package io.moraine.verbs;

import io.moraine.base.Bytes;
import io.moraine.keyspace.KeyRange;
import io.moraine.table.RecordSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The records of one state, of which those asked for by key are remembered: verbs look at what they
 * change, and it is looked at once more when the rows they stage become records. For one thread.
 */
final class RememberedRecords implements RecordSource {
  /** Commits of many files ask for more; then these are enough for what they have in common. */
  private static final int MOST = 1024;

  private final RecordSource records;
  private final Map<Bytes, @Nullable Bytes> found = new HashMap<>();

  RememberedRecords(RecordSource records) {
    this.records = records;
  }

  @Override
  public @Nullable Bytes find(Bytes key) {
    Bytes value = found.get(key);
    if (value != null || found.containsKey(key)) {
      return value;
    }
    value = records.find(key);
    if (found.size() < MOST) {
      found.put(key, value);
    }
    return value;
  }

  @Override
  public RecordIterator scan(List<KeyRange> ranges, Direction direction) {
    return records.scan(ranges, direction);
  }
}
