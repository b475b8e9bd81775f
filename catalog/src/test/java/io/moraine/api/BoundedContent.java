package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Clock;
import io.moraine.model.ColumnStatistics;
import io.moraine.model.CommitRequest;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewDataFile;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.model.Transaction;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.ScopeRows;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is in a lake whose content never grows: each commit adds a data file to a table and ends the
 * oldest one there, and old snapshots are expired by the rows that DuckLake deletes for that.
 */
final class BoundedContent {
  private static final int TABLES = 10;
  private static final int FILES_A_TABLE = 100;
  private static final long RECORDS_A_FILE = 10;
  private static final int COMMITS_TO_FILL = 10;

  private static final NewDataFile NEW_FILE =
      NewDataFile.of("part.parquet", true, RECORDS_A_FILE, 1000 + RECORDS_A_FILE, 321)
          .withColumns(Map.of(1L, ColumnStatistics.of(80, RECORDS_A_FILE, 0, "0", "9")));

  private final Clock clock;
  private final Duration kept;
  private final Random random;
  private final List<TableFiles> tables = new ArrayList<>();
  private final Deque<Minted> snapshots = new ArrayDeque<>();
  private final Deque<Ended> ended = new ArrayDeque<>();

  private record TableFiles(long id, Deque<Long> live) {}

  private record Minted(long snapshot, long atMillis) {}

  private record Ended(long table, long file, long snapshot) {}

  /** A data file. */
  record FileId(long table, long file) {}

  /** Content whose snapshots are expired when they are older than {@code kept}. */
  BoundedContent(Clock clock, Duration kept, Random random) {
    this.clock = clock;
    this.kept = kept;
    this.random = random;
  }

  /** Creates the tables and all the files that are ever live at once. */
  void fill(Catalog catalog) {
    snapshots.add(new Minted(0, clock.wallMillis()));
    try (Transaction transaction = begin(catalog)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      for (int i = 0; i < TABLES; i++) {
        tables.add(new TableFiles(commit.createTable("t" + i, "id"), new ArrayDeque<>()));
      }
      minted(commit);
    }
    for (int i = 0; i < COMMITS_TO_FILL; i++) {
      try (Transaction transaction = begin(catalog)) {
        DuckLakeCommit commit = new DuckLakeCommit(transaction);
        for (TableFiles table : tables) {
          for (int file = 0; file < FILES_A_TABLE / COMMITS_TO_FILL; file++) {
            table.live().add(addFile(commit, table.id()));
          }
        }
        minted(commit);
      }
    }
  }

  private static Transaction begin(Catalog catalog) {
    try (ReadScope scope = catalog.readScope()) {
      return catalog.begin(scope);
    }
  }

  private static long addFile(DuckLakeCommit commit, long table) {
    return commit.addFile(table, "part-" + commit.snapshotId() + ".parquet", RECORDS_A_FILE);
  }

  private void minted(DuckLakeCommit commit) {
    commit.commit();
    snapshots.add(new Minted(commit.snapshotId(), clock.wallMillis()));
  }

  /** One commit of rows: a file more, and a file less. */
  void commitRows(Catalog catalog) {
    TableFiles table = anyTable();
    try (Transaction transaction = begin(catalog)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      long added = addFile(commit, table.id());
      long oldest = table.live().getFirst();
      commit.endFile(table.id(), oldest);
      minted(commit);
      replaced(table, added, commit.snapshotId());
    }
  }

  private TableFiles anyTable() {
    return tables.get(random.nextInt(TABLES));
  }

  private void replaced(TableFiles table, long added, long snapshot) {
    ended.add(new Ended(table.id(), table.live().removeFirst(), snapshot));
    table.live().add(added);
  }

  /** The same by verbs. */
  void commitVerbs(Catalog catalog) {
    TableFiles table = anyTable();
    List<Long> added = new ArrayList<>();
    CommitRequest request;
    try (ReadScope scope = catalog.readScope()) {
      request = CommitRequest.NEWEST.basedOn(scope.position());
    }
    long snapshot =
        catalog
            .commit(
                request,
                changes -> {
                  changes.removeDataFiles(table.id(), Set.of(table.live().getFirst()));
                  added.addAll(changes.addDataFiles(table.id(), List.of(NEW_FILE)));
                  return changes.snapshotId();
                })
            .result();
    snapshots.add(new Minted(snapshot, clock.wallMillis()));
    replaced(table, added.get(0), snapshot);
  }

  /**
   * Expires old snapshots with all that only they show, which is scheduled for deletion, and takes
   * from the schedule what was put there the time before.
   */
  void expire(Catalog catalog) {
    long before = clock.wallMillis() - kept.toMillis();
    List<Long> old =
        snapshots.stream()
            .takeWhile(each -> each.atMillis() < before)
            .map(Minted::snapshot)
            .toList();
    if (old.isEmpty()) {
      return;
    }
    snapshots.removeIf(each -> each.atMillis() < before);
    long oldest = snapshots.getFirst().snapshot();
    List<Ended> dead = ended.stream().takeWhile(each -> each.snapshot() <= oldest).toList();
    ended.removeIf(each -> each.snapshot() <= oldest);
    try (Transaction transaction = begin(catalog)) {
      cleanUp(transaction);
      removeSnapshots(transaction, old);
      removeFiles(transaction, dead);
      var unused = transaction.commit(Optional.of(Duration.ofMinutes(1)));
    }
  }

  private static void cleanUp(Transaction transaction) {
    TableScan schedule = TableScan.of(MetadataTable.FILES_SCHEDULED_FOR_DELETION);
    delete(transaction, schedule);
  }

  private static void removeSnapshots(Transaction transaction, List<Long> ids) {
    KeyCondition old = new KeyCondition(List.of(), new KeyCondition.OneOf(ids));
    delete(transaction, TableScan.of(MetadataTable.SNAPSHOT).where(old));
    delete(transaction, TableScan.of(MetadataTable.SNAPSHOT_CHANGES).where(old));
  }

  private void removeFiles(Transaction transaction, List<Ended> dead) {
    for (TableFiles table : tables) {
      List<Long> files =
          dead.stream().filter(each -> each.table() == table.id()).map(Ended::file).toList();
      if (!files.isEmpty()) {
        KeyCondition these = new KeyCondition(List.of(table.id()), new KeyCondition.OneOf(files));
        delete(transaction, TableScan.of(MetadataTable.FILE_COLUMN_STATS).where(these));
        schedule(
            transaction, delete(transaction, TableScan.of(MetadataTable.DATA_FILE).where(these)));
      }
    }
  }

  private void schedule(Transaction transaction, List<@Nullable Object[]> files) {
    long nowMicros = clock.wallMillis() * 1000;
    transaction.insert(
        MetadataTable.FILES_SCHEDULED_FOR_DELETION,
        files.stream()
            .map(file -> new @Nullable Object[] {file[0], file[5], file[6], nowMicros})
            .toList());
  }

  private static List<@Nullable Object[]> delete(Transaction transaction, TableScan which) {
    List<@Nullable Object[]> rows = ScopeRows.of(transaction.scope(), which);
    if (!rows.isEmpty()) {
      transaction.delete(which.table(), rows);
    }
    return rows;
  }

  /** A file that is live. */
  FileId anyFile() {
    TableFiles table = anyTable();
    return new FileId(table.id(), table.live().getLast());
  }

  /** The files of a table that a scope shows, which are as many as ever. */
  List<Long> files(ReadScope scope) {
    TableFiles table = tables.get((int) (scope.snapshotId() % TABLES));
    List<Long> files = live(scope, table.id());
    assertThat(files).as("files at snapshot %d", scope.snapshotId()).hasSize(FILES_A_TABLE);
    return files;
  }

  private static List<Long> live(ReadScope scope, long table) {
    TableScan live =
        TableScan.of(MetadataTable.DATA_FILE)
            .select("data_file_id")
            .where(KeyCondition.equalTo(table))
            .asOf(scope.snapshotId());
    return ScopeRows.of(scope, live).stream()
        .map(row -> (Long) Objects.requireNonNull(row[0]))
        .sorted()
        .toList();
  }

  /** What a scope on the newest state shows is all that should be there, and nothing else. */
  void check(ReadScope scope) {
    Set<Long> stored = new HashSet<>();
    for (TableFiles table : tables) {
      assertThat(live(scope, table.id())).isEqualTo(table.live().stream().sorted().toList());
      stored.addAll(table.live());
    }
    ended.forEach(each -> stored.add(each.file()));
    for (MetadataTable each : List.of(MetadataTable.DATA_FILE, MetadataTable.FILE_COLUMN_STATS)) {
      List<Long> files = ScopeRows.longs(scope, each, "data_file_id");
      assertThat(files).as(each.sqlName()).hasSize(stored.size());
      assertThat(Set.copyOf(files)).as(each.sqlName()).isEqualTo(stored);
    }
    Set<Long> minted = new HashSet<>();
    snapshots.forEach(each -> minted.add(each.snapshot()));
    assertThat(Set.copyOf(ScopeRows.longs(scope, MetadataTable.SNAPSHOT, "snapshot_id")))
        .isEqualTo(minted);
  }
}
