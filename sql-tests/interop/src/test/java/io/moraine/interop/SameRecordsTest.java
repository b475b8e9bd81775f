package io.moraine.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.api.Catalog;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.Fixtures;
import io.moraine.testing.ScopeRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same rows staged by Java and by Rust on the same lake become the same records, byte for byte.
 */
class SameRecordsTest {
  private static final int COMMITS = 8;

  private static final long SEED = Long.getLong("moraine.seed", 20_261_130L);

  private final RustProgram rust = RustProgram.built();

  static Stream<String> lakes() {
    return Stream.concat(Fixtures.names("moraine").stream(), Fixtures.names("lakes").stream())
        .filter(each -> !each.matches("moraine/(format10|format8-midway|format8|large)"));
  }

  @ParameterizedTest
  @MethodSource("lakes")
  void theSameRowsBecomeTheSameRecords(String fixture) {
    Path ofRust = Fixtures.copyOfStore(fixture);
    JavaLake ofJava = JavaLake.in(Fixtures.copyOfStore(fixture));
    Random random = new Random(SEED + fixture.hashCode());
    RustScript script = new RustScript();
    try (Catalog catalog = ofJava.open()) {
      for (int i = 0; i < COMMITS; i++) {
        int number = i;
        commit(catalog, script, commit -> change(commit, catalog, random, number));
      }
      option(catalog, script);
      expire(catalog, script);
    }
    JsonNode answers = rust.run("commit", ofRust, script.file());
    assertThat(answers.get("commits"))
        .allSatisfy(each -> assertThat(each.has("snapshot")).as(each.toString()).isTrue());
    assertThat(DumpedRecords.of(rust, ofJava.folder()))
        .as("records after %d commits by seed %d", COMMITS + 2, SEED)
        .isEqualTo(DumpedRecords.of(rust, ofRust));
  }

  private static void commit(Catalog catalog, RustScript script, Consumer<DuckLakeCommit> steps) {
    try (ReadScope scope = catalog.readScope();
        RecordedTransaction transaction = new RecordedTransaction(catalog.begin(scope))) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      steps.accept(commit);
      commit.commit();
      script.add(transaction.script());
    }
  }

  /** Some changes of what is there, and of what was made before. */
  private static void change(DuckLakeCommit commit, Catalog catalog, Random random, int number) {
    long table = commit.createTable("t" + number, "id", "name", "ünï'cödé \"q\"");
    commit.addFile(table, "a" + number, 1 + random.nextInt(1000));
    commit.addFile(table, "b" + number, 1 + random.nextInt(1000));
    List<Long> mine = liveTables(catalog);
    if (!mine.isEmpty()) {
      long other = mine.get(random.nextInt(mine.size()));
      switch (random.nextInt(5)) {
        case 0 -> commit.renameTable(other, "renamed" + number);
        case 1 -> commit.dropTable(other);
        case 2 -> commit.addColumn(other, 4 + number, "c" + number);
        case 3 -> commit.addFile(other, "c" + number, 5);
        default -> commit.createSchema("s" + number);
      }
    }
  }

  /** The live tables that this test made. */
  private static List<Long> liveTables(Catalog catalog) {
    List<Long> ids = new ArrayList<>();
    try (ReadScope scope = catalog.readScope()) {
      for (@Nullable Object[] row : ScopeRows.of(scope, TableScan.of(MetadataTable.TABLE))) {
        if (row[3] == null && String.valueOf(row[5]).matches("t\\d|renamed\\d")) {
          ids.add((Long) Objects.requireNonNull(row[0]));
        }
      }
    }
    return ids;
  }

  private static void option(Catalog catalog, RustScript script) {
    try (ReadScope scope = catalog.readScope();
        RecordedTransaction transaction = new RecordedTransaction(catalog.begin(scope))) {
      DuckLakeCommit.setOption(transaction, "parquet_compression", "zstd");
      DuckLakeCommit.setOption(transaction, "encrypted", "true");
      transaction.commit(Optional.empty());
      script.add(transaction.script());
    }
  }

  /** Forgets the oldest snapshot, as expiry does. */
  private static void expire(Catalog catalog, RustScript script) {
    try (ReadScope scope = catalog.readScope();
        RecordedTransaction transaction = new RecordedTransaction(catalog.begin(scope))) {
      for (MetadataTable table : List.of(MetadataTable.SNAPSHOT, MetadataTable.SNAPSHOT_CHANGES)) {
        transaction.delete(table, ScopeRows.of(scope, TableScan.of(table)).subList(0, 1));
      }
      transaction.commit(Optional.empty());
      script.add(transaction.script());
    }
  }
}
