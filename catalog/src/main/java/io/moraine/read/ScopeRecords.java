package io.moraine.read;

import io.moraine.base.Bytes;
import io.moraine.keyspace.KeyRange;
import io.moraine.table.RecordSource;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The records of a scope's revision, with errors as the catalog throws them. */
final class ScopeRecords implements RecordSource {
  private final FixedReadScope scope;
  private final RecordSource records;

  ScopeRecords(FixedReadScope scope) {
    this.scope = scope;
    this.records = new StoreRecords(scope.generation().reader(), Long.MAX_VALUE, scope::checkOpen);
  }

  @Override
  public @Nullable Bytes find(Bytes key) {
    return translate(() -> records.find(key));
  }

  @Override
  public RecordIterator scan(List<KeyRange> ranges, Direction direction) {
    return new Records(translate(() -> records.scan(ranges, direction)));
  }

  private <T extends @Nullable Object> T translate(Supplier<T> read) {
    return scope.parts().failures().translate(scope.generation(), read);
  }

  private final class Records implements RecordIterator {
    private final RecordIterator target;

    private Records(RecordIterator target) {
      this.target = target;
    }

    @Override
    public void begin() {
      target.begin();
    }

    @Override
    public boolean next() {
      return translate(target::next);
    }

    @Override
    public Bytes key() {
      return target.key();
    }

    @Override
    public Bytes value() {
      return target.value();
    }

    @Override
    public void close() {
      target.close();
    }
  }
}
