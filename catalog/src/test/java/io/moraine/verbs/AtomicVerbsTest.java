package io.moraine.verbs;

import static io.moraine.verbs.VerbLake.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.moraine.model.CatalogException;
import io.moraine.model.Changes;
import io.moraine.model.CommitMessage;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewColumn;
import io.moraine.model.NewTable;
import io.moraine.model.PartitionField;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Work may go on after a verb that failed. */
class AtomicVerbsTest {
  private static final String TOO_LONG = "x".repeat(70_000);

  private final VerbLake lake = VerbLake.create();

  private static void fails(Runnable verb) {
    assertThat(catchThrowableOfType(CatalogException.class, verb::run)).isNotNull();
  }

  @Test
  void ofAVerbThatFailedNothingStays() {
    lake.commit(
        changes -> {
          long id = changes.createTable(0, NewTable.of("t", NewColumn.of("a", "int8")));
          fails(
              () ->
                  changes.createTable(
                      0,
                      NewTable.of("u", NewColumn.of("a", "int8"), NewColumn.of(TOO_LONG, "int8"))));
          fails(() -> changes.createSchema(TOO_LONG));
          fails(
              () ->
                  changes.addColumn(
                      id,
                      OptionalLong.empty(),
                      NewColumn.of("s", "struct", NewColumn.of(TOO_LONG, "int8"))));
          fails(() -> changes.renameTable(id, TOO_LONG));
          assertThat(changes.findTable(0, "t")).hasValue(id);
          assertThat(changes.findTable(0, "u")).isEmpty();
          assertThat(changes.createSchema("s")).isEqualTo(id + 1);
        });
    assertThat(lake.live(MetadataTable.TABLE, "table_name")).containsExactly(row("t"));
    assertThat(lake.live(MetadataTable.COLUMN, "column_name")).containsExactly(row("a"));
    assertThat(lake.changesMade()).isEqualTo("created_schema:\"s\",created_table:\"main\".\"t\"");
    assertThat(lake.newest().nextCatalogId()).isEqualTo(3);
  }

  @Test
  void workWhoseEveryVerbFailedCommitsNothing() {
    lake.commit(
        changes -> {
          fails(() -> changes.createSchema(TOO_LONG));
          fails(() -> changes.dropTable(7));
        });
    assertThat(lake.head()).isZero();
    assertThat(lake.lastChanges()).isEmpty();
  }

  @Test
  void aVerbThatFailedTakesNoIdOfAColumn() {
    long id = lake.run(c -> c.createTable(0, NewTable.of("t", NewColumn.of("a", "int8"))));
    lake.commit(
        changes -> {
          fails(() -> changes.addColumn(id, OptionalLong.empty(), NewColumn.of(TOO_LONG, "int8")));
          assertThat(changes.addColumn(id, OptionalLong.empty(), NewColumn.of("b", "int8")))
              .isEqualTo(2);
        });
  }

  @Test
  void verbsSeeWhatThoseBeforeThemDid() {
    lake.commit(
        changes -> {
          assertThat(changes.snapshotId()).isEqualTo(1);
          changes.describe(CommitMessage.of("ann", "first"));
          changes.describe(CommitMessage.of("bob", "second"));
          long schema = changes.createSchema("s");
          assertThat(changes.findSchema("S")).hasValue(schema);
          long id = changes.createTable(schema, NewTable.of("t", NewColumn.of("a", "date")));
          long column = changes.addColumn(id, OptionalLong.empty(), NewColumn.of("b", "date"));
          assertThat(changes.findColumn(id, "B")).hasValue(column);
          changes.setPartitioning(id, List.of(new PartitionField(column, "month")));
          fails(() -> changes.dropColumn(id, column));
          changes.dropColumn(id, 1);
        });
    assertThat(lake.rows(MetadataTable.SNAPSHOT_CHANGES, "author", "commit_message"))
        .contains(row("bob", "second"));
    assertThat(lake.live(MetadataTable.COLUMN, "column_id")).containsExactly(row(2L));
  }

  @Test
  void manyTablesOfOneCommitReadTheNamesOnce() {
    lake.commit(
        changes -> {
          for (int i = 0; i < 2_000; i++) {
            create(changes, i);
          }
        });
    assertThat(lake.live(MetadataTable.TABLE, "table_id")).hasSize(2_000);
  }

  private static void create(Changes changes, int number) {
    long id = changes.createTable(0, NewTable.of("t" + number, NewColumn.of("a", "int8")));
    assertThat(changes.findTable(0, "T" + number)).hasValue(id);
  }
}
