package io.moraine.driver.jdbc;

import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are all there already. */
final class ListRows implements Rows {
  private final Iterator<@Nullable Object[]> iterator;

  ListRows(List<@Nullable Object[]> rows) {
    this.iterator = rows.iterator();
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    return iterator.hasNext() ? iterator.next() : null;
  }

  @Override
  public @Nullable Object decode(@Nullable Object value, int ordinal) {
    return value;
  }

  @Override
  public void close() {}
}
