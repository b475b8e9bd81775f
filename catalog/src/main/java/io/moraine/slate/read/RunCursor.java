package io.moraine.slate.read;

import io.moraine.slate.format.RowView;
import java.util.List;

/** The rows of tables that follow one another. */
final class RunCursor implements RowCursor {
  private final List<SstCursor> tables;
  private int current;

  /** The rows of {@code tables}, which are in the order of the scan; not empty. */
  RunCursor(List<SstCursor> tables) {
    this.tables = tables;
  }

  @Override
  public boolean next() {
    while (current < tables.size()) {
      SstCursor table = tables.get(current);
      if (table.next()) {
        return true;
      }
      table.close();
      current++;
    }
    return false;
  }

  @Override
  public RowView row() {
    return tables.get(current).row();
  }

  @Override
  public void close() {
    tables.subList(Math.min(current, tables.size()), tables.size()).forEach(SstCursor::close);
    current = tables.size();
  }
}
