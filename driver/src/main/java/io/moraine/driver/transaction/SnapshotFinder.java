package io.moraine.driver.transaction;

import io.moraine.model.CatalogException;
import io.moraine.model.Cursor;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Finds the snapshot that was the newest at a time; reads newest first and no further. */
public final class SnapshotFinder {
  private static final TableScan NEWEST_FIRST =
      new TableScan(
          MetadataTable.SNAPSHOT,
          TableScan.of(MetadataTable.SNAPSHOT).select("snapshot_id", "snapshot_time").projection(),
          KeyCondition.NONE,
          OptionalLong.empty(),
          OptionalLong.empty(),
          ScanOrder.KEY_DESCENDING,
          Long.MAX_VALUE);

  private SnapshotFinder() {}

  /**
   * The last snapshot of {@code scope} committed at {@code time} or before.
   *
   * @throws CatalogException of kind NOT_FOUND if all are younger
   */
  static Found find(ReadScope scope, Instant time) {
    return newestAt(scope, ChronoUnit.MICROS.between(Instant.EPOCH, time))
        .orElseThrow(
            () ->
                new CatalogException(
                    CatalogException.Kind.NOT_FOUND,
                    "no snapshot was committed at "
                        + time
                        + " or before; choose a later snapshotTime"));
  }

  /**
   * The last snapshot of {@code scope} committed at {@code micros} or before, or empty if all are
   * younger.
   *
   * @param micros microseconds since 1970-01-01 UTC
   */
  public static Optional<Found> newestAt(ReadScope scope, long micros) {
    Found.Place place = Found.Place.LAST;
    try (Cursor cursor = scope.open(NEWEST_FIRST)) {
      while (cursor.next()) {
        @Nullable Object[] row = cursor.row();
        if (row[0] instanceof Long id && row[1] instanceof Long committed && committed <= micros) {
          return Optional.of(new Found(id, place));
        }
        place = Found.Place.FOLLOWED_BY_YOUNGER;
      }
    }
    return Optional.empty();
  }

  /**
   * A snapshot.
   *
   * @param snapshotId its id
   * @param place whether a later commit may still take its place
   */
  public record Found(long snapshotId, Place place) {
    /** What follows a snapshot. */
    public enum Place {
      /** Nothing yet. */
      LAST,
      /** Another snapshot, so that it stays the newest at its time. */
      FOLLOWED_BY_YOUNGER
    }
  }
}
