package io.moraine.benchmarks.soak;

import io.moraine.api.Catalog;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.Changes;
import io.moraine.model.CommitMessage;
import io.moraine.model.CommitRequest;
import io.moraine.model.Cursor;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.S3Options;
import io.moraine.model.TableScan;
import io.moraine.model.Transaction;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.s3.S3Server;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lake: some tables of a fixed number of files and rows each, whatever is committed. A commit
 * adds a file to a table and ends the oldest one there. Old snapshots are expired.
 */
final class SoakLake {
  static final String LOCATION = "s3://" + SoakServer.BUCKET + "/soak";
  static final int TABLES = 8;
  static final int FILES = 25;
  static final long RECORDS = 10;

  private static final int SNAPSHOTS_KEPT = 500;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private SoakLake() {}

  /** How it is reached at a server. */
  static CatalogOptions options(URI endpoint) {
    S3Options s3 =
        new S3Options(
            Optional.of(S3Server.REGION),
            Optional.of(endpoint),
            Optional.of(true),
            SoakServer.USER.keys(),
            false,
            Optional.empty(),
            S3Options.Checksums.WHEN_SUPPORTED,
            Optional.empty(),
            S3Options.Limits.DEFAULT);
    return CatalogOptions.of(LOCATION).withAccess(Access.READ_WRITE).withS3(s3);
  }

  /** Creates it with all that is ever in it at once. */
  static void create(CatalogOptions options) {
    Catalog.create(options, NewLake.PLAIN);
    try (Catalog catalog = Catalog.open(options);
        ReadScope scope = catalog.readScope();
        Transaction transaction = catalog.begin(scope)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      for (int i = 1; i <= TABLES; i++) {
        long table = commit.createTable("t" + i, "id");
        for (int file = 0; file < FILES; file++) {
          var unused = commit.addFile(table, "first-" + file, RECORDS);
        }
      }
      commit.commit();
    }
  }

  /** Commits rows as DuckLake does; gives the snapshot. */
  static long commitRows(Catalog catalog, long table, String message) {
    try (ReadScope scope = catalog.readScope();
        Transaction transaction = catalog.begin(scope)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction).message(message);
      var unused = commit.addFile(table, message + ".parquet", RECORDS);
      commit.endFile(table, oldestFile(transaction.scope(), table));
      commit.complete();
      var position = transaction.commit(Optional.of(LIMIT));
      return position.snapshotId();
    }
  }

  /** Commits with the verbs, possibly in a group with others; gives the snapshot. */
  static long commitVerbs(Catalog catalog, long table, String message) {
    CommitRequest request = CommitRequest.NEWEST.within(LIMIT);
    return catalog.commit(request, changes -> change(changes, table, message)).result();
  }

  private static long change(Changes changes, long table, String message) {
    changes.removeDataFiles(table, Set.of(oldestFile(changes.scope(), table)));
    NewDataFile file = NewDataFile.of(message + ".parquet", true, RECORDS, 1000 + RECORDS, 321);
    var unused = changes.addDataFiles(table, List.of(file));
    changes.describe(CommitMessage.of("soak", message));
    return changes.snapshotId();
  }

  private static long oldestFile(ReadScope scope, long table) {
    TableScan all = TableScan.of(MetadataTable.DATA_FILE).where(KeyCondition.equalTo(table));
    return rows(scope, all).stream()
        .filter(row -> row[3] == null)
        .mapToLong(row -> number(row[0]))
        .min()
        .orElseThrow();
  }

  /** Expires old snapshots and what only they show, as DuckLake does. */
  static void expire(Catalog catalog) {
    try (ReadScope scope = catalog.readScope();
        Transaction transaction = catalog.begin(scope)) {
      long oldest = scope.snapshotId() - SNAPSHOTS_KEPT;
      delete(transaction, TableScan.of(MetadataTable.FILES_SCHEDULED_FOR_DELETION));
      KeyCondition old = new KeyCondition(List.of(), new KeyCondition.Between(0, oldest - 1));
      delete(transaction, TableScan.of(MetadataTable.SNAPSHOT).where(old));
      delete(transaction, TableScan.of(MetadataTable.SNAPSHOT_CHANGES).where(old));
      for (long table = 1; table <= TABLES; table++) {
        expireFiles(transaction, table, oldest);
      }
      var unused = transaction.commit(Optional.of(LIMIT));
    }
  }

  private static void expireFiles(Transaction transaction, long table, long oldest) {
    TableScan all = TableScan.of(MetadataTable.DATA_FILE).where(KeyCondition.equalTo(table));
    List<@Nullable Object[]> dead =
        rows(transaction.scope(), all).stream()
            .filter(row -> row[3] != null && number(row[3]) <= oldest)
            .toList();
    if (dead.isEmpty()) {
      return;
    }
    List<Long> ids = dead.stream().map(row -> number(row[0])).toList();
    KeyCondition these = new KeyCondition(List.of(table), new KeyCondition.OneOf(ids));
    transaction.delete(MetadataTable.DATA_FILE, dead);
    delete(transaction, TableScan.of(MetadataTable.FILE_COLUMN_STATS).where(these));
    transaction.insert(
        MetadataTable.FILES_SCHEDULED_FOR_DELETION,
        dead.stream()
            .map(row -> new @Nullable Object[] {row[0], row[5], row[6], number(row[0])})
            .toList());
  }

  private static void delete(Transaction transaction, TableScan which) {
    List<@Nullable Object[]> rows = rows(transaction.scope(), which);
    if (!rows.isEmpty()) {
      transaction.delete(which.table(), rows);
    }
  }

  /** The rows of a scan. */
  static List<@Nullable Object[]> rows(ReadScope scope, TableScan scan) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    try (Cursor cursor = scope.open(scan)) {
      while (cursor.next()) {
        rows.add(cursor.row());
      }
    }
    return rows;
  }

  static long number(@Nullable Object value) {
    if (value instanceof Long number) {
      return number;
    }
    throw new IllegalStateException(value + " where a number was due");
  }
}
