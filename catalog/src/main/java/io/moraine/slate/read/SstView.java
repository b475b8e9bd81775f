package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.BlockFormat;
import io.moraine.slate.format.Region;
import io.moraine.slate.manifest.SsTableHandle;
import io.moraine.slate.manifest.SsTableView;

/**
 * A table as a tree shows it: rows outside of the range do not exist.
 *
 * @param table the table
 * @param range the keys that the table may hold and the tree shows
 */
record SstView(SstReader table, ScanRange range) {
  static SstView of(ReadContext context, SsTableView view) {
    SsTableHandle table = view.table();
    BlockFormat format =
        BlockFormat.ofTableVersion(table.formatVersion(), Region.whole(table.path(), Bytes.EMPTY));
    return new SstView(
        new SstReader(context, new TableFile(table.path(), table.id(), format, table.info())),
        ScanRange.of(view.effectiveRange()));
  }

  boolean covers(Bytes key) {
    return range.contains(key);
  }

  /** Whether any key of {@code wanted} may be here. */
  boolean overlaps(ScanRange wanted) {
    return !range.intersect(wanted).isEmpty();
  }
}
