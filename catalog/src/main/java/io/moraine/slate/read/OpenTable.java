package io.moraine.slate.read;

import io.moraine.slate.format.Block;
import java.util.List;

/**
 * A table of which it is known where its blocks are.
 *
 * @param metadata its index and filter
 * @param blocks all of its blocks if they have just been read with it; else empty
 */
record OpenTable(TableMetadata metadata, List<Block> blocks) {
  /** A table whose blocks are to be read. */
  static OpenTable of(TableMetadata metadata) {
    return new OpenTable(metadata, List.of());
  }
}
