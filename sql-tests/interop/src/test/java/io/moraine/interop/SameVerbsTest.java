package io.moraine.interop;

import static io.moraine.interop.RustScript.verb;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.api.Catalog;
import io.moraine.base.Bytes;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.ColumnStatistics;
import io.moraine.model.NewColumn;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewDeleteFile;
import io.moraine.model.NewTable;
import io.moraine.model.OptionScope;
import io.moraine.model.PartitionField;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The same verbs by Java and by Rust on the same lake leave the same records, but for the times of
 * snapshots. Rust's caller keeps the statistics of columns itself.
 */
class SameVerbsTest {
  /** The beginning of the keys of snapshots. */
  private static final String SNAPSHOTS = "03";

  private static final int SNAPSHOT_KEY_DIGITS = 18;

  private final RustProgram rust = RustProgram.built();

  @Test
  void filesDeleteFilesAndOptionsBecomeTheSameRecords() {
    JavaLake ofJava = JavaLake.create();
    long table;
    long parted;
    try (Catalog catalog = ofJava.open()) {
      table = catalog.commit(changes -> changes.createTable(0, table("plain"))).result();
      parted =
          catalog
              .commit(
                  changes -> {
                    long id = changes.createTable(0, table("parted"));
                    changes.setPartitioning(id, List.of(new PartitionField(1, "identity")));
                    return id;
                  })
              .result();
    }
    Path ofRust = ofJava.copy();
    commitByJava(ofJava, table, parted);
    JsonNode answers = rust.run("commit", ofRust, script().file());
    assertThat(answers.get("commits"))
        .allSatisfy(each -> assertThat(each.has("snapshot")).as(each.toString()).isTrue());
    assertThat(differences(records(ofJava.folder()), records(ofRust))).isEmpty();
  }

  private static NewTable table(String name) {
    return NewTable.of(name, NewColumn.of("a", "int64"), NewColumn.of("b", "varchar"));
  }

  private static NewDataFile file(String path, long rows, Map<Long, ColumnStatistics> columns) {
    return NewDataFile.of(path, true, rows, 1000 + rows, 321).withColumns(columns);
  }

  private static ColumnStatistics bounds(long rows, String min, String max) {
    return ColumnStatistics.of(8 * rows, rows, 0, min, max);
  }

  private static void commitByJava(JavaLake lake, long table, long parted) {
    try (Catalog catalog = lake.open()) {
      long first =
          catalog
              .commit(
                  changes ->
                      changes.addDataFiles(
                          table, List.of(file("f1", 10, Map.of(1L, bounds(10, "5", "9"))))))
              .result()
              .get(0);
      catalog.commit(
          changes ->
              changes.addDataFiles(
                  table,
                  List.of(
                      file("f2", 7, Map.of(1L, bounds(7, "-3", "10"))),
                      file("f3", 1, Map.of(1L, bounds(1, "4", "4"))))));
      catalog.commit(
          changes ->
              changes.addDataFiles(
                  parted,
                  List.of(
                      file("p1", 3, Map.of(2L, bounds(3, "a", "z")))
                          .withPartitionValues(List.of("77")))));
      catalog.commit(
          changes -> {
            changes.setOption(new OptionScope.Lake(), "target_file_size", "1MB");
            changes.setOption(new OptionScope.OfTable(table), "parquet_compression", "zstd");
            return null;
          });
      catalog.commit(
          changes ->
              changes.addDeleteFile(
                  table,
                  new NewDeleteFile(first, "d1", true, "parquet", 4, 700, 120, Optional.empty())));
      catalog.commit(
          changes -> {
            changes.removeDataFiles(table, Set.of(first));
            changes.removeOption(new OptionScope.Lake(), "target_file_size");
            return null;
          });
    }
  }

  /** The same in Rust's verbs, with the statistics of columns as Java keeps them. */
  private static RustScript script() {
    return new RustScript()
        .verbs(registered("plain", "f1", 10, "a", "5", "9"), known("plain", "a", "5", "9"))
        .verbs(
            registered("plain", "f2", 7, "a", "-3", "10"),
            registered("plain", "f3", 1, "a", "4", "4"),
            known("plain", "a", "-3", "10"))
        .verbs(
            verb(
                "register_data_file",
                "main",
                "parted",
                "p1",
                3,
                Map.of("b", List.of("a", "z")),
                List.of("77")),
            known("parted", "b", "a", "z"))
        .verbs(
            verb("set_option", "target_file_size", "1000000"),
            verb("set_table_option", "main", "plain", "parquet_compression", "zstd"))
        .verbs(verb("register_delete_file", "main", "plain", 0, "d1", 4))
        .verbs(
            verb("expire_data_file", "main", "plain", 0), verb("unset_option", "target_file_size"));
  }

  private static List<?> registered(
      String table, String path, int rows, String column, String min, String max) {
    return verb(
        "register_data_file",
        "main",
        table,
        path,
        rows,
        Map.of(column, List.of(min, max)),
        List.of());
  }

  private static List<?> known(String table, String column, String min, String max) {
    return verb("set_column_stats", "main", table, column, false, min, max);
  }

  private static List<String> differences(Map<String, String> byJava, Map<String, String> byRust) {
    return Stream.concat(byJava.keySet().stream(), byRust.keySet().stream())
        .distinct()
        .filter(key -> !Objects.equals(byJava.get(key), byRust.get(key)))
        .map(key -> key + ": " + byJava.get(key) + " by Java, " + byRust.get(key) + " by Rust")
        .toList();
  }

  private Map<String, String> records(Path folder) {
    Map<String, String> records = DumpedRecords.of(rust, folder);
    records.replaceAll(
        (key, value) ->
            key.startsWith(SNAPSHOTS) && key.length() == SNAPSHOT_KEY_DIGITS
                ? withoutTime(key, value)
                : value);
    return records;
  }

  private static String withoutTime(String key, String value) {
    SnapshotValue snapshot = SnapshotValue.TYPE.decode(Bytes.fromHex(key), Bytes.fromHex(value));
    return SnapshotValue.TYPE.with(snapshot, Map.of("snapshot_time_micros", 0L)).toString();
  }
}
