package io.moraine.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.MetadataTable;
import io.moraine.model.TableScan;
import io.moraine.testing.Fixtures;
import io.moraine.testing.StoredRecords;
import io.moraine.testing.TableDumps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MetadataTablesTest {
  static List<String> lakesWithTables() {
    return StoredRecords.fixtures().stream()
        .filter(fixture -> Files.isDirectory(Fixtures.folder(fixture).resolve("tables")))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("lakesWithTables")
  void everyTableOfALakeEqualsItsDump(String fixture) {
    StoredRecords records = StoredRecords.ofFixture(fixture);
    for (MetadataTable table : MetadataTable.values()) {
      assertThat(lines(records, TableScan.of(table)))
          .as("%s of %s", table, fixture)
          .isEqualTo(TableDumps.lines(Fixtures.folder(fixture).resolve("tables"), table));
    }
  }

  @ParameterizedTest
  @MethodSource("lakesWithTables")
  void everyTableOfALakeAtAnOlderSnapshotEqualsItsDump(String fixture) {
    StoredRecords records = StoredRecords.ofFixture(fixture);
    for (Path dump : dumpsOfSnapshots(fixture)) {
      String name = dump.getFileName().toString();
      long snapshot = Long.parseLong(name.substring("tables@".length()));
      for (MetadataTable table : MetadataTable.values()) {
        assertThat(lines(records, TableScan.of(table).asOf(snapshot)))
            .as("%s of %s at %s", table, fixture, snapshot)
            .isEqualTo(TableDumps.lines(dump, table));
      }
    }
  }

  @Test
  void anOldFormatGivesTheSameTablesAsItsMigration() {
    StoredRecords old = StoredRecords.ofFixture("moraine/format8");
    StoredRecords migrated = StoredRecords.ofFixture("moraine/format8-migrated");
    for (MetadataTable table : MetadataTable.values()) {
      assertThat(lines(old, TableScan.of(table)))
          .as(table.sqlName())
          .isEqualTo(lines(migrated, TableScan.of(table)));
    }
  }

  private static List<Path> dumpsOfSnapshots(String fixture) {
    try (Stream<Path> folders = Files.list(Fixtures.folder(fixture))) {
      return folders
          .filter(folder -> folder.getFileName().toString().matches("tables@\\d+"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(StoredRecords records, TableScan scan) {
    List<String> lines = new ArrayList<>();
    try (RowIterator rows = MetadataTables.open(records, scan, records.head(), () -> {})) {
      while (rows.next()) {
        lines.add(TableDumps.line(scan.table(), rows.row()));
      }
    }
    return lines;
  }
}
