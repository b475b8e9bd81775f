package io.moraine.driver.schema;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.model.Cursor;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;

/** Finds the snapshots that time travel names. */
public final class Snapshots {
  private static final List<Integer> ID_AND_TIME =
      List.of(
          MetadataTable.SNAPSHOT.ordinalOf("snapshot_id"),
          MetadataTable.SNAPSHOT.ordinalOf("snapshot_time"));

  private Snapshots() {}

  /**
   * The id of the newest snapshot that was committed at {@code micros} or before.
   *
   * @param micros microseconds since 1970-01-01 UTC
   * @throws StatementException of state UNKNOWN_OBJECT if there is none
   */
  public static long newestAt(ReadScope scope, long micros) {
    try (Cursor cursor = scope.open(newestFirst(KeyCondition.NONE))) {
      while (cursor.next()) {
        Object time = cursor.row()[1];
        if (time != null && (Long) time <= micros) {
          return (Long) requireId(cursor.row()[0]);
        }
      }
    }
    throw new StatementException(
        SqlState.UNKNOWN_OBJECT,
        "There is no snapshot as old as " + Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
  }

  /**
   * {@code snapshotId} itself.
   *
   * @throws StatementException of state UNKNOWN_OBJECT if there is no such snapshot
   */
  public static long checkExists(ReadScope scope, long snapshotId) {
    try (Cursor cursor = scope.open(newestFirst(KeyCondition.equalTo(snapshotId)))) {
      if (cursor.next()) {
        return snapshotId;
      }
    }
    throw new StatementException(
        SqlState.UNKNOWN_OBJECT,
        "There is no snapshot " + snapshotId + "; the newest is " + scope.snapshotId());
  }

  private static TableScan newestFirst(KeyCondition condition) {
    return new TableScan(
        MetadataTable.SNAPSHOT,
        ID_AND_TIME,
        condition,
        OptionalLong.empty(),
        OptionalLong.empty(),
        ScanOrder.KEY_DESCENDING,
        Long.MAX_VALUE);
  }

  private static Object requireId(@org.jspecify.annotations.Nullable Object id) {
    return java.util.Objects.requireNonNull(id, "snapshot_id");
  }
}
