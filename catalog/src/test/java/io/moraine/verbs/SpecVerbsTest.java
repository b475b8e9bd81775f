package io.moraine.verbs;

import static io.moraine.verbs.VerbLake.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException.Kind;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewColumn;
import io.moraine.model.NewTable;
import io.moraine.model.PartitionField;
import io.moraine.model.SortField;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecVerbsTest {
  private static final List<String> TYPES =
      List.of(
          "int32",
          "varchar",
          "date",
          "timestamp",
          "timestamp_s",
          "timestamptz",
          "time",
          "geometry");

  private final VerbLake lake = VerbLake.create();
  private final long table =
      lake.run(
          changes -> {
            NewColumn[] columns = new NewColumn[TYPES.size() + 1];
            for (int i = 0; i < TYPES.size(); i++) {
              columns[i] = NewColumn.of("c" + (i + 1), TYPES.get(i));
            }
            columns[TYPES.size()] = NewColumn.of("s", "struct", NewColumn.of("x", "int32"));
            return changes.createTable(0, NewTable.of("t", columns));
          });

  private static PartitionField by(long column, String transform) {
    return new PartitionField(column, transform);
  }

  @Test
  void aNewPartitioningEndsTheOneBefore() {
    long first = lake.run(c -> c.setPartitioning(table, List.of(by(2, "identity"))).orElseThrow());
    long second =
        lake.run(
            c ->
                c.setPartitioning(
                        table, List.of(by(4, "YEAR"), by(4, "month"), by(1, "bucket( 16 )")))
                    .orElseThrow());
    assertThat(
            lake.rows(
                MetadataTable.PARTITION_INFO,
                "partition_id",
                "table_id",
                "begin_snapshot",
                "end_snapshot"))
        .containsExactly(row(second, table, 3L, null), row(first, table, 2L, 3L));
    assertThat(
            lake.rows(
                MetadataTable.PARTITION_COLUMN,
                "partition_id",
                "partition_key_index",
                "column_id",
                "transform"))
        .containsExactly(
            row(second, 0L, 4L, "year"),
            row(second, 1L, 4L, "month"),
            row(second, 2L, 1L, "bucket(16)"),
            row(first, 0L, 2L, "identity"));
    assertThat(lake.changesMade()).isEqualTo("altered_table:" + table);
    assertThat(lake.newest().schemaVersion()).isEqualTo(3);
    assertThat(lake.newest().schemaChangedTableIds()).containsExactly(table);
  }

  @Test
  void aClearedPartitioningHasNoSuccessor() {
    long id = lake.run(c -> c.setPartitioning(table, List.of(by(1, "identity"))).orElseThrow());
    lake.commit(c -> assertThat(c.setPartitioning(table, List.of())).isEmpty());
    assertThat(lake.rows(MetadataTable.PARTITION_INFO, "partition_id", "end_snapshot"))
        .containsExactly(row(id, 3L));
    long head = lake.head();
    lake.commit(c -> assertThat(c.setPartitioning(table, List.of())).isEmpty());
    assertThat(lake.head()).isEqualTo(head);
  }

  @ParameterizedTest
  @CsvSource({
    "1,year",
    "2,day",
    "3,hour",
    "7,hour",
    "7,year",
    "8,identity",
    "8,bucket(2)",
    "9,identity",
    "9,bucket(2)"
  })
  void aTransformFitsItsColumn(long column, String transform) {
    lake.refuses(
        Kind.CONSTRAINT, "column ", c -> c.setPartitioning(table, List.of(by(column, transform))));
  }

  @ParameterizedTest
  @CsvSource({
    "3,year",
    "3,month",
    "3,day",
    "4,hour",
    "5,hour",
    "6,hour",
    "6,year",
    "7,identity",
    "7,bucket(1)",
    "2,bucket(2147483647)"
  })
  void transformsThatFit(long column, String transform) {
    lake.commit(c -> c.setPartitioning(table, List.of(by(column, transform))));
  }

  @Test
  void whatIsNoPartitioningIsRefused() {
    refusesPartitioning(Kind.CONSTRAINT, "0", by(1, "bucket(0)"));
    refusesPartitioning(Kind.CONSTRAINT, "2147483648", by(1, "bucket(2147483648)"));
    refusesPartitioning(Kind.CONSTRAINT, "transform week", by(3, "week"));
    refusesPartitioning(Kind.CONSTRAINT, "transform bucket", by(3, "bucket"));
    refusesPartitioning(Kind.CONSTRAINT, "Two keys", by(3, "year"), by(3, "Year"));
    refusesPartitioning(Kind.CONSTRAINT, "at its top", by(10, "identity"));
    refusesPartitioning(Kind.NOT_FOUND, "column 77", by(77, "identity"));
    lake.refuses(
        Kind.NOT_FOUND, "table 99", c -> c.setPartitioning(99, List.of(by(1, "identity"))));
  }

  private void refusesPartitioning(Kind kind, String words, PartitionField... fields) {
    lake.refuses(kind, words, c -> c.setPartitioning(table, List.of(fields)));
  }

  @Test
  void aSortOrderIsNoChangeOfTheSchema() {
    long first =
        lake.run(
            c -> c.setSortOrder(table, List.of(new SortField("c1", false, false))).orElseThrow());
    long second =
        lake.run(
            c ->
                c.setSortOrder(
                        table,
                        List.of(
                            new SortField("\"C2\"", true, true),
                            new SortField("lower(c2) || 'x'", false, true)))
                    .orElseThrow());
    assertThat(
            lake.rows(
                MetadataTable.SORT_INFO, "sort_id", "table_id", "begin_snapshot", "end_snapshot"))
        .containsExactly(row(second, table, 3L, null), row(first, table, 2L, 3L));
    assertThat(
            lake.rows(
                MetadataTable.SORT_EXPRESSION,
                "sort_id",
                "sort_key_index",
                "expression",
                "dialect",
                "sort_direction",
                "null_order"))
        .containsExactly(
            row(second, 0L, "\"C2\"", "duckdb", "DESC", "NULLS_FIRST"),
            row(second, 1L, "lower(c2) || 'x'", "duckdb", "ASC", "NULLS_FIRST"),
            row(first, 0L, "c1", "duckdb", "ASC", "NULLS_LAST"));
    assertThat(lake.changesMade()).isEqualTo("altered_table:" + table);
    assertThat(lake.newest().schemaVersion()).isEqualTo(1);
    assertThat(lake.newest().schemaChangedTableIds()).isEmpty();
    lake.commit(c -> assertThat(c.setSortOrder(table, List.of())).isEmpty());
    assertThat(lake.live(MetadataTable.SORT_INFO, "sort_id")).isEmpty();
    long head = lake.head();
    lake.commit(c -> c.setSortOrder(table, List.of()));
    assertThat(lake.head()).isEqualTo(head);
  }

  @Test
  void whatIsSortedByIsThere() {
    lake.refuses(Kind.NOT_FOUND, "column nope", c -> sortBy(c, "nope"));
    lake.refuses(Kind.NOT_FOUND, "column a\"b", c -> sortBy(c, "\"a\"\"b\""));
    lake.refuses(Kind.CONSTRAINT, "empty", c -> sortBy(c, " "));
    lake.refuses(
        Kind.NOT_FOUND,
        "table 99",
        c -> c.setSortOrder(99, List.of(new SortField("c1", false, false))));
    lake.commit(c -> sortBy(c, "'nope'"));
  }

  private void sortBy(io.moraine.model.Changes changes, String expression) {
    changes.setSortOrder(table, List.of(new SortField(expression, false, false)));
  }

  @Test
  void theLastOfSeveralSpecificationsInOneCommitStays() {
    lake.commit(
        c -> {
          c.setPartitioning(table, List.of(by(1, "identity")));
          c.setPartitioning(table, List.of(by(2, "identity"), by(3, "year")));
          c.setPartitioning(table, List.of(by(3, "day")));
          sortBy(c, "c1");
          sortBy(c, "c2");
        });
    assertThat(lake.rows(MetadataTable.PARTITION_COLUMN, "column_id", "transform"))
        .containsExactly(row(3L, "day"));
    assertThat(lake.rows(MetadataTable.SORT_EXPRESSION, "expression")).containsExactly(row("c2"));
  }
}
