package io.moraine.slate;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.UnsupportedStoreException;
import java.util.OptionalLong;

/** Rows whose errors leave as the facade's. */
final class TranslatingRows implements RowIterator {
  private final String database;
  private final RowIterator rows;

  TranslatingRows(String database, RowIterator rows) {
    this.database = database;
    this.rows = rows;
  }

  @Override
  public void begin() {
    rows.begin();
  }

  @Override
  public boolean next() {
    try {
      return rows.next();
    } catch (SlateFormatException | ObjectStoreException | UnsupportedStoreException e) {
      throw SlateException.of(database, e);
    }
  }

  @Override
  public Bytes key() {
    return rows.key();
  }

  @Override
  public Bytes value() {
    return rows.value();
  }

  @Override
  public long seq() {
    return rows.seq();
  }

  @Override
  public OptionalLong createMillis() {
    return rows.createMillis();
  }

  @Override
  public OptionalLong expireMillis() {
    return rows.expireMillis();
  }

  @Override
  public void close() {
    rows.close();
  }
}
