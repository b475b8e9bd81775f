package io.moraine.slate.manifest;

import io.moraine.base.Bytes;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.Ulid;
import org.jspecify.annotations.Nullable;

/**
 * A table in a tree, perhaps cut to a range of keys.
 *
 * @param id the view's id; in manifests of version 1 the table's, so not unique there
 * @param table the table
 * @param visibleRange the keys that belong to the tree; null for all
 */
public record SsTableView(Ulid id, SsTableHandle table, @Nullable BytesRange visibleRange) {
  /**
   * The keys that can be found through the view: those of the table, cut to what is visible. Old
   * tables do not tell their last key; then there may be no upper end.
   */
  public BytesRange effectiveRange() {
    Bytes last = table.info().lastEntry();
    BytesRange physical =
        new BytesRange(
            BytesBound.included(table.firstEntry()),
            last == null ? BytesBound.UNBOUNDED : BytesBound.included(last));
    return visibleRange == null ? physical : physical.intersect(visibleRange);
  }
}
