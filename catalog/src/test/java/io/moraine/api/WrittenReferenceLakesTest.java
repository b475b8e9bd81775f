package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CommitPosition;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.model.TakeOver;
import io.moraine.model.Transaction;
import io.moraine.model.WriterSettings;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.Fixtures;
import io.moraine.testing.ScopeRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every lake that others wrote, in whatever state they left it, is written on. */
class WrittenReferenceLakesTest {
  private static final String NOT_WRITTEN = "moraine/(format10|format8-midway|format8)";

  static Stream<String> lakes() {
    return Stream.concat(Fixtures.names("moraine").stream(), Fixtures.names("lakes").stream())
        .filter(each -> !each.matches(NOT_WRITTEN));
  }

  @ParameterizedTest
  @MethodSource("lakes")
  void aLakeIsWrittenOnAndItsOlderContentStays(String fixture) {
    CatalogOptions options = options(Fixtures.copyOfStore(fixture));
    Map<String, List<String>> before;
    Map<Long, Map<String, List<String>>> olderBefore = new HashMap<>();
    Map<String, List<String>> after;
    CommitPosition head;
    try (Catalog catalog = Catalog.open(options)) {
      try (ReadScope scope = catalog.readScope()) {
        before = ScopeRows.all(scope);
        head = scope.position();
      }
      for (long each : someOlderSnapshots(before)) {
        olderBefore.put(each, at(catalog, each));
      }
      commit(catalog, "first");
      commit(catalog, "second");
      assertThat(catalog.flush()).isPositive();
      commit(catalog, "third");
    }
    try (Catalog catalog = Catalog.open(options);
        ReadScope scope = catalog.readScope()) {
      after = ScopeRows.all(scope);
      assertThat(scope.position())
          .isEqualTo(new CommitPosition(head.snapshotId() + 3, head.batchSeq() + 3));
      olderBefore.forEach(
          (snapshot, rows) ->
              assertThat(at(catalog, snapshot))
                  .as("tables at snapshot %d", snapshot)
                  .containsAllEntriesOf(versioned(rows)));
    }
    before.forEach((table, rows) -> assertThat(after.get(table)).as(table).containsAll(rows));
    assertThat(after.get("ducklake_table"))
        .hasSize(before.getOrDefault("ducklake_table", List.of()).size() + 3);
    assertThat(after.get("ducklake_data_file"))
        .hasSize(before.getOrDefault("ducklake_data_file", List.of()).size() + 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"format8", "format8-midway", "format10"})
  void aLakeOfAnotherFormatIsNotWritten(String fixture) throws IOException {
    Path folder = Fixtures.copyOfStore("moraine/" + fixture);
    List<Path> before = objects(folder);
    CatalogException refused =
        catchThrowableOfType(
            CatalogException.class,
            () -> {
              try (Catalog catalog =
                  Catalog.open(options(folder).withReaderLease(ReaderLease.FALSE))) {
                commit(catalog, "never");
              }
            });
    assertThat(refused.kind()).isEqualTo(Kind.MIGRATION_REQUIRED);
    assertThat(refused).hasMessageContaining("format");
    assertThat(objects(folder)).as("objects").isEqualTo(before);
  }

  private static void commit(Catalog catalog, String name) {
    try (ReadScope scope = catalog.readScope();
        Transaction transaction = catalog.begin(scope)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      long table = commit.createTable("java_" + name, "id", "name");
      commit.addFile(table, "java_" + name + ".parquet", 10);
      commit.commit();
    }
  }

  /** The first, a middle and the newest snapshot that a lake has. */
  private static List<Long> someOlderSnapshots(Map<String, List<String>> tables) {
    List<Long> all = new ArrayList<>();
    for (String row : tables.getOrDefault("ducklake_snapshot", List.of())) {
      all.add(Long.valueOf(row.replaceAll("\\{\"snapshot_id\":(\\d+),.*", "$1")));
    }
    return Stream.of(all.get(0), all.get(all.size() / 2), all.get(all.size() - 1))
        .distinct()
        .toList();
  }

  private static Map<String, List<String>> at(Catalog catalog, long snapshotId) {
    try (ReadScope scope = catalog.readScope(ScopeRequest.at(snapshotId))) {
      return ScopeRows.all(scope);
    }
  }

  /** Without the tables that show today's rows at any snapshot. */
  private static Map<String, List<String>> versioned(Map<String, List<String>> tables) {
    Map<String, List<String>> versioned = new HashMap<>(tables);
    versioned.keySet().removeIf(each -> each.matches("ducklake_(table|file_column)_stats"));
    return versioned;
  }

  private static CatalogOptions options(Path folder) {
    return CatalogOptions.of("file:" + folder)
        .withWriter(WriterSettings.DEFAULT.withTakeOver(TakeOver.FORCE));
  }

  private static List<Path> objects(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
