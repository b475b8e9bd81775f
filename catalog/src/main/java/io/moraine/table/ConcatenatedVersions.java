package io.moraine.table;

import io.moraine.base.Bytes;

/** All live records, then all ended ones. */
final class ConcatenatedVersions implements RecordStream {
  private final RecordStream last;
  private RecordStream current;

  ConcatenatedVersions(RecordStream first, RecordStream last) {
    this.current = first;
    this.last = last;
  }

  @Override
  public boolean next() {
    if (current.next()) {
      return true;
    }
    if (current == last) {
      return false;
    }
    current.close();
    current = last;
    return current.next();
  }

  @Override
  public Bytes key() {
    return current.key();
  }

  @Override
  public Bytes value() {
    return current.value();
  }

  @Override
  public boolean ended() {
    return current.ended();
  }

  @Override
  public void close() {
    try {
      current.close();
    } finally {
      last.close();
    }
  }
}
