package io.moraine.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogException;
import io.moraine.model.MetadataTable;
import io.moraine.staged.ChangesMade.Entry;
import io.moraine.testing.Fixtures;
import io.moraine.testing.TableDumps;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangesMadeTest {
  @Test
  void namesMayHoldCommasColonsAndDoubledQuotes() {
    assertThat(
            ChangesMade.parse(
                    "created_schema:\"a,b\",created_table:\"s\".\"t\"\"x:,\",Inserted_Into_Table:7,")
                .entries())
        .containsExactly(
            new Entry("created_schema", "\"a,b\""),
            new Entry("created_table", "\"s\".\"t\"\"x:,\""),
            new Entry("inserted_into_table", "7"));
    assertThat(ChangesMade.parse("").entries()).isEmpty();
    assertThat(ChangesMade.parse("of_a_later_version:whatever").entries()).hasSize(1);
  }

  @Test
  void whatDuckLakeWritesIsWellFormed() {
    for (String lake : List.of("duckdb", "duckdb-maintained")) {
      assertThat(
              TableDumps.rows(
                  Fixtures.folder("ducklake/" + lake + "/tables"), MetadataTable.SNAPSHOT_CHANGES))
          .isNotEmpty()
          .allSatisfy(
              row -> assertThat(ChangesMade.parse((String) row.get(1)).entries()).isNotNull());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "created_schema:\"a",
        "created_schema:a",
        "created_table:\"t\"",
        "inserted_into_table:x",
        "inserted_into_table:-1",
        "dropped_table:",
        "dropped_table",
        ":1"
      })
  void whatDoesNotParseIsRefused(String text) {
    assertThatThrownBy(() -> ChangesMade.parse(text))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> assertThat(e.kind()).isEqualTo(CatalogException.Kind.CONSTRAINT))
        .hasMessageContaining("changes_made");
  }

  @Test
  void onlyMovedRowsAreACompaction() {
    assertThat(ChangesMade.parse("merge_adjacent:1,rewrite_delete:2").isCompaction()).isTrue();
    assertThat(ChangesMade.parse("merge_adjacent:1,inserted_into_table:2").isCompaction())
        .isFalse();
    assertThat(ChangesMade.parse("").isCompaction()).isFalse();
  }
}
