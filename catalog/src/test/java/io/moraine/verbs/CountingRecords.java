package io.moraine.verbs;

import io.moraine.base.Bytes;
import io.moraine.keyspace.KeyRange;
import io.moraine.table.RecordSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts what is read of a source. */
final class CountingRecords implements RecordSource {
  private final RecordSource target;
  private final Set<Bytes> found = new HashSet<>();
  private int finds;
  private int scans;
  private int scanned;

  CountingRecords(RecordSource target) {
    this.target = target;
  }

  int finds() {
    return finds;
  }

  /** Keys that were asked for. */
  int found() {
    return found.size();
  }

  int scans() {
    return scans;
  }

  /** Records that scans went over. */
  int scanned() {
    return scanned;
  }

  @Override
  public @Nullable Bytes find(Bytes key) {
    finds++;
    found.add(key);
    return target.find(key);
  }

  @Override
  public RecordIterator scan(List<KeyRange> ranges, Direction direction) {
    scans++;
    RecordIterator records = target.scan(ranges, direction);
    return new RecordIterator() {
      @Override
      public boolean next() {
        boolean there = records.next();
        scanned += there ? 1 : 0;
        return there;
      }

      @Override
      public Bytes key() {
        return records.key();
      }

      @Override
      public Bytes value() {
        return records.value();
      }

      @Override
      public void close() {
        records.close();
      }
    };
  }
}
