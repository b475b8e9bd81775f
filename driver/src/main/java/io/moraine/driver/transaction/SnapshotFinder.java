package io.moraine.driver.transaction;

import io.moraine.model.CatalogException;
import io.moraine.model.Cursor;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Finds the snapshot that was the newest at a time. */
final class SnapshotFinder {
  private SnapshotFinder() {}

  /**
   * The last snapshot of {@code scope} committed at {@code time} or before.
   *
   * @throws CatalogException of kind NOT_FOUND if all are younger
   */
  static Found find(ReadScope scope, Instant time) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, time);
    TableScan scan =
        new TableScan(
            MetadataTable.SNAPSHOT,
            TableScan.of(MetadataTable.SNAPSHOT)
                .select("snapshot_id", "snapshot_time")
                .projection(),
            TableScan.of(MetadataTable.SNAPSHOT).key(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            ScanOrder.KEY_DESCENDING,
            Long.MAX_VALUE);
    Found.Place place = Found.Place.LAST;
    try (Cursor cursor = scope.open(scan)) {
      while (cursor.next()) {
        @Nullable Object[] row = cursor.row();
        if (row[0] instanceof Long id && row[1] instanceof Long committed && committed <= micros) {
          return new Found(id, place);
        }
        place = Found.Place.FOLLOWED_BY_YOUNGER;
      }
    }
    throw new CatalogException(
        CatalogException.Kind.NOT_FOUND,
        "no snapshot was committed at " + time + " or before; choose a later snapshotTime");
  }

  /**
   * A snapshot.
   *
   * @param snapshotId its id
   * @param place whether a later commit may still take its place
   */
  record Found(long snapshotId, Place place) {
    enum Place {
      LAST,
      FOLLOWED_BY_YOUNGER
    }
  }
}
