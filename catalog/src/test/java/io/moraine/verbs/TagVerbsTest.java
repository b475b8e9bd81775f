package io.moraine.verbs;

import static io.moraine.verbs.VerbLake.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException.Kind;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewColumn;
import io.moraine.model.NewTable;
import io.moraine.model.NewView;
import org.junit.jupiter.api.Test;

class TagVerbsTest {
  private final VerbLake lake = VerbLake.create();
  private final long table =
      lake.run(
          changes ->
              changes.createTable(
                  0,
                  NewTable.of(
                      "t",
                      NewColumn.of("a", "struct", NewColumn.of("b", "int8")),
                      NewColumn.of("c", "int8"))));

  @Test
  void aTagOfATableAltersIt() {
    lake.commit(changes -> changes.setTag(table, "comment", "one"));
    lake.commit(changes -> changes.setTag(table, "comment", "two"));
    lake.commit(changes -> changes.setTag(table, "owner", "me"));
    assertThat(
            lake.rows(
                MetadataTable.TAG, "object_id", "begin_snapshot", "end_snapshot", "key", "value"))
        .containsExactly(
            row(table, 2L, 3L, "comment", "one"),
            row(table, 3L, null, "comment", "two"),
            row(table, 4L, null, "owner", "me"));
    assertThat(lake.changesMade()).isEqualTo("altered_table:" + table);
    assertThat(lake.newest().schemaChangedTableIds()).containsExactly(table);
    lake.commit(changes -> changes.setTag(table, "comment", null));
    assertThat(lake.live(MetadataTable.TAG, "key", "value")).containsExactly(row("owner", "me"));
    assertThat(lake.rows(MetadataTable.TABLE, "begin_snapshot")).containsExactly(row(1L));
  }

  @Test
  void aTagThatIsNotThereEndsWithoutACommit() {
    long head = lake.head();
    lake.commit(
        changes -> {
          changes.setTag(table, "comment", null);
          changes.setColumnTag(table, 1, "comment", null);
        });
    assertThat(lake.head()).isEqualTo(head);
    assertThat(lake.lastChanges()).isEmpty();
  }

  @Test
  void aTagOfAViewAltersIt() {
    long view = lake.run(changes -> changes.createView(0, NewView.of("v", "SELECT 1")));
    lake.commit(changes -> changes.setTag(view, "comment", "x"));
    assertThat(lake.changesMade()).isEqualTo("altered_view:" + view);
    assertThat(lake.newest().schemaChangedTableIds()).containsExactly(view);
  }

  @Test
  void ofATagOfASchemaNoEntryTells() {
    lake.commit(changes -> changes.setTag(0, "comment", "x"));
    assertThat(lake.rows(MetadataTable.TAG, "object_id", "value")).containsExactly(row(0L, "x"));
    assertThat(lake.head()).isEqualTo(2);
    assertThat(lake.changesMade()).isEmpty();
    assertThat(lake.newest().schemaVersion()).isEqualTo(2);
    assertThat(lake.newest().schemaChangedTableIds()).isEmpty();
  }

  @Test
  void theLastOfSeveralValuesInOneCommitStays() {
    lake.commit(
        changes -> {
          changes.setTag(table, "comment", "one");
          changes.setTag(table, "comment", "two");
          changes.setTag(table, "gone", "x");
          changes.setTag(table, "gone", null);
          changes.setColumnTag(table, 1, "comment", "one");
          changes.setColumnTag(table, 1, "comment", "two");
        });
    assertThat(lake.rows(MetadataTable.TAG, "key", "value")).containsExactly(row("comment", "two"));
    assertThat(lake.rows(MetadataTable.COLUMN_TAG, "value")).containsExactly(row("two"));
  }

  @Test
  void aCommentOfAColumnMakesNoVersionOfIt() {
    lake.commit(changes -> changes.setColumnTag(table, 2, "comment", "inner"));
    lake.commit(changes -> changes.setColumnTag(table, 2, "comment", "other"));
    lake.commit(changes -> changes.setColumnTag(table, 3, "comment", "x"));
    lake.commit(changes -> changes.setColumnTag(table, 2, "comment", null));
    assertThat(
            lake.rows(
                MetadataTable.COLUMN_TAG,
                "table_id",
                "column_id",
                "begin_snapshot",
                "end_snapshot",
                "key",
                "value"))
        .containsExactly(
            row(table, 2L, 2L, 3L, "comment", "inner"),
            row(table, 2L, 3L, 5L, "comment", "other"),
            row(table, 3L, 4L, null, "comment", "x"));
    assertThat(lake.rows(MetadataTable.COLUMN, "begin_snapshot")).containsOnly(row(1L));
    assertThat(lake.changesMade()).isEqualTo("altered_table:" + table);
  }

  @Test
  void whatCannotBeTaggedIsNamed() {
    lake.refuses(Kind.NOT_FOUND, "schema 77", changes -> changes.setTag(77, "comment", "x"));
    lake.refuses(Kind.CONSTRAINT, "name of a tag", changes -> changes.setTag(table, "", "x"));
    lake.refuses(
        Kind.NOT_FOUND, "column 9", changes -> changes.setColumnTag(table, 9, "comment", "x"));
    lake.refuses(Kind.NOT_FOUND, "table 9", changes -> changes.setColumnTag(9, 1, "comment", "x"));
    lake.refuses(
        Kind.UNSUPPORTED,
        "owner of column a (1)",
        changes -> changes.setColumnTag(table, 1, "owner", "x"));
  }
}
