package io.moraine.driver.schema;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.transaction.SnapshotFinder;
import io.moraine.model.Cursor;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Finds the snapshots that time travel names. */
public final class Snapshots {
  private Snapshots() {}

  /**
   * The id of the newest snapshot that was committed at {@code micros} or before.
   *
   * @param micros microseconds since 1970-01-01 UTC
   * @throws StatementException of state UNKNOWN_OBJECT if there is none
   */
  public static long newestAt(ReadScope scope, long micros) {
    return SnapshotFinder.newestAt(scope, micros)
        .orElseThrow(
            () ->
                new StatementException(
                    SqlState.UNKNOWN_OBJECT,
                    "There is no snapshot as old as "
                        + Instant.EPOCH.plus(micros, ChronoUnit.MICROS)))
        .snapshotId();
  }

  /**
   * {@code snapshotId} itself.
   *
   * @throws StatementException of state UNKNOWN_OBJECT if there is no such snapshot
   */
  public static long checkExists(ReadScope scope, long snapshotId) {
    try (Cursor cursor = scope.open(byId(snapshotId))) {
      if (cursor.next()) {
        return snapshotId;
      }
    }
    throw new StatementException(
        SqlState.UNKNOWN_OBJECT,
        "There is no snapshot " + snapshotId + "; the newest is " + scope.snapshotId());
  }

  private static TableScan byId(long snapshotId) {
    return TableScan.of(MetadataTable.SNAPSHOT)
        .select("snapshot_id")
        .where(KeyCondition.equalTo(snapshotId));
  }
}
