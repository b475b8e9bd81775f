package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.testing.Fixtures;
import io.moraine.testing.TableDumps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What scopes show of the reference stores is what their writers saw. Nothing is written. */
class ReferenceLakesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Stream<String> lakes() {
    return Stream.concat(Fixtures.names("moraine").stream(), Fixtures.names("lakes").stream())
        .filter(each -> !each.matches("moraine/(format10|format8-midway|format8|large)"));
  }

  @ParameterizedTest
  @MethodSource("lakes")
  void everyTableOfALakeIsAsItsWriterSawIt(String fixture) throws IOException {
    try (OpenLake lake = TestLakes.ofFixture(fixture)) {
      try (ReadScope scope = TestLakes.newest(lake)) {
        JsonNode about = JSON.readTree(Fixtures.folder(fixture).resolve("about.json").toFile());
        if (about.has("commit_position")) {
          assertThat(scope.position()).isEqualTo(position(about.get("commit_position")));
        }
        assertEqualsDump(scope, Fixtures.folder(fixture).resolve("tables"));
      }
      for (Path dump : dumps(fixture, "tables@\\d+")) {
        long snapshotId = Long.parseLong(nameAfter("tables@", dump));
        try (ReadScope scope =
            lake.readScope(lake, TestLakes.NEWEST, ScopeRequest.at(snapshotId))) {
          assertThat(scope.snapshotId()).isEqualTo(snapshotId);
          assertEqualsDump(scope, dump);
        }
      }
      for (Path dump : dumps(fixture, "tables@checkpoint-.*")) {
        UUID checkpoint = UUID.fromString(nameAfter("tables@checkpoint-", dump));
        try (ReadScope scope =
            lake.readScope(lake, TestLakes.checkpoint(checkpoint), ScopeRequest.NEWEST)) {
          assertThat(scope.position())
              .isEqualTo(position(JSON.readTree(dump.resolve("position.json").toFile())));
          assertEqualsDump(scope, dump);
        }
      }
    }
  }

  @Test
  void theLargeLakeHasTheDigestsOfItsTables() throws Exception {
    try (OpenLake lake = TestLakes.ofFixture("moraine/large");
        ReadScope scope = TestLakes.newest(lake)) {
      Path file = Fixtures.folder("moraine/large").resolve("tables/digests.json");
      JsonNode digests = JSON.readTree(file.toFile());
      for (MetadataTable table : MetadataTable.values()) {
        JsonNode digest = digests.get(table.sqlName());
        List<String> lines = TestLakes.lines(scope, table);
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        lines.forEach(each -> sha256.update((each + "\n").getBytes(StandardCharsets.UTF_8)));
        assertThat(lines).as(table.sqlName()).hasSize(digest.get("rows").intValue());
        assertThat(HexFormat.of().formatHex(sha256.digest()))
            .as(table.sqlName())
            .isEqualTo(digest.get("sha256").textValue());
      }
    }
  }

  @Test
  void anOldFormatShowsTheSameTablesAsItsMigration() {
    try (OpenLake old = TestLakes.ofFixture("moraine/format8");
        OpenLake migrated = TestLakes.ofFixture("moraine/format8-migrated");
        ReadScope before = TestLakes.newest(old);
        ReadScope after = TestLakes.newest(migrated)) {
      for (MetadataTable table : MetadataTable.values()) {
        assertThat(TestLakes.table(before, table))
            .as(table.sqlName())
            .isEqualTo(TestLakes.table(after, table));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"moraine/format10", "moraine/format8-midway"})
  void aFormatThatIsNotReadIsRefusedByName(String fixture) {
    try (OpenLake lake = TestLakes.ofFixture(fixture)) {
      assertThatThrownBy(() -> TestLakes.newest(lake))
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.MIGRATION_REQUIRED))
          .hasMessageContaining("format " + (fixture.endsWith("10") ? "10" : "8"));
      assertThat(lake.figures().generations()).isEmpty();
    }
  }

  @Test
  void theBigLakeOpens() {
    try (OpenLake lake = TestLakes.ofFixture("big");
        ReadScope scope = TestLakes.newest(lake)) {
      assertThat(TestLakes.rows(scope, io.moraine.model.TableScan.of(MetadataTable.DATA_FILE)))
          .hasSize(100_000);
      assertThat(TestLakes.rows(scope, io.moraine.model.TableScan.of(MetadataTable.DELETE_FILE)))
          .hasSize(9_900);
    }
  }

  private static void assertEqualsDump(ReadScope scope, Path dump) {
    for (MetadataTable table : MetadataTable.values()) {
      assertThat(TestLakes.table(scope, table))
          .as("%s of %s", table.sqlName(), dump)
          .isEqualTo(TableDumps.rows(dump, table));
    }
  }

  private static List<Path> dumps(String fixture, String name) throws IOException {
    try (Stream<Path> folders = Files.list(Fixtures.folder(fixture))) {
      return folders.filter(each -> each.getFileName().toString().matches(name)).sorted().toList();
    }
  }

  private static String nameAfter(String prefix, Path path) {
    return path.getFileName().toString().substring(prefix.length());
  }

  private static CommitPosition position(JsonNode json) {
    return new CommitPosition(
        json.get("snapshot_id").longValue(), json.get("batch_seq").longValue());
  }
}
