package io.moraine.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitMessage;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewDataFile;
import io.moraine.model.OptionScope;
import io.moraine.model.OptionScope.Lake;
import io.moraine.model.OptionScope.OfSchema;
import io.moraine.model.OptionScope.OfTable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options, as verbs set and remove them. */
class OptionVerbsTest {
  private static final OptionScope LAKE = new Lake();

  private final MemoryLake lake = MemoryLake.create(false);

  private List<List<@Nullable Object>> options() {
    return lake.rows(MetadataTable.METADATA).stream()
        .map(row -> Arrays.asList(row.values().toArray()))
        .filter(
            row -> !List.of("version", "created_by", "encrypted", "data_path").contains(row.get(0)))
        .toList();
  }

  @Test
  void optionsOfThreeScopesStandBesideEachOtherAndAddNoSnapshot() {
    long table = lake.createTable("t", "int32");
    long head = lake.head();
    lake.commit(
        changes -> {
          changes.setOption(LAKE, "parquet_compression", "ZSTD");
          changes.setOption(new OfSchema(0), "parquet_compression", "gzip");
          changes.setOption(new OfTable(table), "Target_File_Size", "1MB");
        });
    assertThat(options())
        .containsExactly(
            Arrays.asList("parquet_compression", "zstd", null, null),
            Arrays.asList("parquet_compression", "gzip", "schema", 0L),
            Arrays.asList("target_file_size", "1000000", "table", table));
    assertThat(lake.head()).isEqualTo(head);
    lake.commit(changes -> changes.setOption(LAKE, "parquet_compression", "snappy"));
    assertThat(options().get(0)).contains("snappy");
  }

  @Test
  void optionsBesideOtherChangesAddTheirSnapshot() {
    long table = lake.createTable("t", "int32");
    long head = lake.head();
    lake.commit(
        changes -> {
          changes.setOption(LAKE, "auto_compact", "TRUE");
          changes.addDataFiles(table, List.of(NewDataFile.of("a", true, 1, 2, 1)));
        });
    assertThat(lake.head()).isEqualTo(head + 1);
    assertThat(lake.newest().changesMade()).isEqualTo("inserted_into_table:" + table);
    assertThat(options()).containsExactly(Arrays.asList("auto_compact", "true", null, null));
  }

  @Test
  void aRemovedOptionIsGoneInItsScopeAlone() {
    lake.commit(
        changes -> {
          changes.setOption(LAKE, "parquet_version", "2");
          changes.setOption(new OfSchema(0), "parquet_version", "1");
        });
    lake.commit(
        changes -> {
          assertThat(changes.removeOption(LAKE, "PARQUET_VERSION")).isTrue();
          assertThat(changes.removeOption(LAKE, "parquet_version")).isFalse();
          assertThat(changes.removeOption(LAKE, "of_nobody")).isFalse();
        });
    assertThat(options()).containsExactly(Arrays.asList("parquet_version", "V1", "schema", 0L));
  }

  @Test
  void whatIsSetAndRemovedInOneCommitIsNotThere() {
    lake.commit(
        changes -> {
          changes.setOption(LAKE, "parquet_version", "2");
          changes.setOption(LAKE, "parquet_version", "1");
          assertThat(changes.removeOption(LAKE, "parquet_version")).isTrue();
        });
    assertThat(options()).isEmpty();
  }

  @Test
  void aLakeMayWantEachSnapshotExplained() {
    long table = lake.createTable("t", "int32");
    NewDataFile file = NewDataFile.of("a", true, 1, 2, 1);
    lake.commit(changes -> changes.setOption(LAKE, "require_commit_message", "true"));
    assertThatThrownBy(() -> lake.commit(changes -> changes.addDataFiles(table, List.of(file))))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("describe the commit");
    lake.commit(
        changes -> {
          changes.describe(CommitMessage.of("me", "first"));
          changes.addDataFiles(table, List.of(file));
          changes.describe(
              new CommitMessage(Optional.of("me"), Optional.of("second"), Optional.of("{}")));
        });
    assertThat(lake.rows(MetadataTable.SNAPSHOT_CHANGES, lake.head()).get(0))
        .containsEntry("author", "me")
        .containsEntry("commit_message", "second")
        .containsEntry("commit_extra_info", "{}");
    lake.commit(changes -> changes.setOption(LAKE, "require_commit_message", "false"));
    lake.commit(changes -> changes.addDataFiles(table, List.of(file)));
    assertThat(lake.newest().author()).isNull();
  }

  @Test
  void scopesMustBeLive() {
    lake.commit(
        changes -> {
          for (OptionScope scope : List.of(new OfSchema(9), new OfTable(9))) {
            assertThatThrownBy(() -> changes.setOption(scope, "parquet_version", "2"))
                .isInstanceOfSatisfying(
                    CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
          }
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "data_inlining_row_limit; 10; 10",
        "parquet_compression; LZ4_RAW; lz4_raw",
        "parquet_version; 1; V1",
        "parquet_compression_level; 017; 17",
        "parquet_row_group_size; 122880; 122880",
        "parquet_row_group_size_bytes; 64MiB; 67108864",
        "parquet_row_group_size_bytes; 1.5 kb; 1500",
        "target_file_size; 536870912; 536870912",
        "target_file_size; 10 bytes; 10",
        "target_file_size; 1T; 1000000000000",
        "rewrite_delete_threshold; 0.5; 0.500000",
        "rewrite_delete_threshold; 1; 1.000000",
        "hive_file_pattern; False; false",
        "require_commit_message; true; true",
        "per_thread_output; true; true",
        "sort_on_insert; true; true",
        "write_deletion_vectors; true; true",
        "delete_older_than; 7 days; 7 days",
        "delete_older_than; 1 month 2 days 03:04:05; 1 month 2 days 03:04:05",
        "expire_older_than; 12h; 12h",
        "expire_older_than; ''; ''"
      })
  void valuesAreStoredAsDuckLakeStoresThem(String name, String value, String stored) {
    lake.commit(changes -> changes.setOption(LAKE, name, value));
    assertThat(options()).containsExactly(Arrays.asList(name, stored, null, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "data_inlining_row_limit; -1",
        "data_inlining_row_limit; ten",
        "data_inlining_row_limit; 18446744073709551616",
        "parquet_compression; rar",
        "parquet_version; 3",
        "parquet_version; V1",
        "parquet_row_group_size; 0",
        "parquet_row_group_size_bytes; 0MB",
        "target_file_size; big",
        "target_file_size; -1",
        "target_file_size; 99999999TB",
        "rewrite_delete_threshold; 1.1",
        "rewrite_delete_threshold; .",
        "auto_compact; maybe",
        "delete_older_than; tomorrow",
        "expire_older_than; 7",
        "parquet_colour; red",
        "'' ; x"
      })
  void otherNamesAndValuesAreRefused(String name, String value) {
    assertRefused(LAKE, name, value);
  }

  private void assertRefused(OptionScope scope, String name, String value) {
    assertThatThrownBy(() -> lake.commit(changes -> changes.setOption(scope, name, value)))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONSTRAINT));
    assertThat(options()).isEmpty();
  }

  @Test
  void anUnknownNameIsAnsweredWithTheKnownOnes() {
    assertThatThrownBy(() -> lake.commit(changes -> changes.setOption(LAKE, "codec", "zstd")))
        .hasMessageContaining("auto_compact, data_inlining_row_limit, delete_older_than")
        .hasMessageNotContaining("codec\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"version", "created_by", "data_path", "Encrypted"})
  void whatStandsFromTheCreationOnStays(String name) {
    assertRefused(LAKE, name, "true");
    assertThatThrownBy(() -> lake.commit(changes -> changes.removeOption(LAKE, name)))
        .hasMessageContaining("set when a lake is created");
  }

  @ParameterizedTest
  @ValueSource(strings = {"delete_older_than", "expire_older_than"})
  void agesAreOfTheWholeLake(String name) {
    assertRefused(new OfSchema(0), name, "7 days");
  }
}
