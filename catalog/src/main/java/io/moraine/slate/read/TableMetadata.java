package io.moraine.slate.read;

import io.moraine.slate.format.SsTableIndex;
import io.moraine.slate.format.SstFilter;
import org.jspecify.annotations.Nullable;

/**
 * What must be known of a table to find its blocks.
 *
 * @param index where the blocks are
 * @param filter which keys it may hold; null if the table has no filter
 */
record TableMetadata(SsTableIndex index, @Nullable SstFilter filter) {
  int sizeBytes() {
    return index.sizeBytes() + (filter == null ? 0 : filter.sizeBytes());
  }
}
