package io.moraine.read;

import io.moraine.base.Bytes;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.KeyRange;
import io.moraine.model.RecordCursor;
import io.moraine.table.RecordSource.Direction;
import io.moraine.table.RecordSource.RecordIterator;
import java.util.List;
import java.util.Optional;

/** All records of a generation; closes the scope that it reads through. */
final class StoredRecords implements RecordCursor {
  private static final KeyRange ALL = new KeyRange(Bytes.EMPTY, Optional.empty());

  private final FixedReadScope scope;
  private final RecordIterator records;

  StoredRecords(FixedReadScope scope) {
    this.scope = scope;
    this.records =
        new StoreRecords(scope.generation().reader(), Long.MAX_VALUE, scope::checkOpen)
            .scan(List.of(ALL), Direction.ASCENDING);
  }

  @Override
  public boolean next() {
    return scope.parts().failures().translate(scope.generation(), records::next);
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
  public String decodedKey() {
    return Key.decode(key()).describe();
  }

  @Override
  public void close() {
    records.close();
    scope.close();
  }
}
