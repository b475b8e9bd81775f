package io.moraine.slate.read;

import io.moraine.base.Bytes;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A scan over parts, each opened when the one before is done. Not thread-safe. */
final class PartedScan implements RowIterator {
  private final StoreReader reader;
  private final Scan scan;
  private @Nullable Iterator<StoreReader.Part> parts;
  private @Nullable RowIterator current;

  PartedScan(StoreReader reader, Scan scan) {
    this.reader = reader;
    this.scan = scan;
  }

  @Override
  public boolean next() {
    while (current == null || !current.next()) {
      if (!openNextPart()) {
        return false;
      }
    }
    return true;
  }

  private boolean openNextPart() {
    closeCurrent();
    Iterator<StoreReader.Part> remaining = parts;
    if (remaining == null) {
      List<StoreReader.Part> all = scan.range().isEmpty() ? List.of() : reader.parts(scan);
      remaining = all.iterator();
      parts = remaining;
    }
    if (!remaining.hasNext()) {
      return false;
    }
    current = reader.open(remaining.next());
    return true;
  }

  @Override
  public Bytes key() {
    return current().key();
  }

  @Override
  public Bytes value() {
    return current().value();
  }

  @Override
  public long seq() {
    return current().seq();
  }

  @Override
  public OptionalLong createMillis() {
    return current().createMillis();
  }

  @Override
  public OptionalLong expireMillis() {
    return current().expireMillis();
  }

  @Override
  public void close() {
    parts = List.<StoreReader.Part>of().iterator();
    closeCurrent();
  }

  private void closeCurrent() {
    if (current != null) {
      current.close();
      current = null;
    }
  }

  private RowIterator current() {
    if (current == null) {
      throw new IllegalStateException("no current row");
    }
    return current;
  }
}
