package io.moraine.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.verbs.ChangeKind.Effect;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeSetTest {
  static ChangeSet parsed(String text, Long... deletedFiles) {
    return ChangeSet.of(
        new SnapshotValue(
            1, 0, 0, 0, 0, text, null, null, null, List.of(), List.of(deletedFiles), Bytes.EMPTY));
  }

  @Test
  void entriesStandInTheOrderOfKindsSortedAndOnce() {
    ChangeSet.Builder changes =
        new ChangeSet.Builder()
            .add(ChangeKind.REWRITE_DELETE, 1)
            .add(ChangeKind.MERGE_ADJACENT, 1)
            .add(ChangeKind.ALTERED_VIEW, 4)
            .add(ChangeKind.ALTERED_TABLE, 10)
            .add(ChangeKind.ALTERED_TABLE, 9)
            .add(ChangeKind.ALTERED_TABLE, 10)
            .deletedFromFile(3, 77)
            .add(ChangeKind.INSERTED_INTO_TABLE, 3)
            .add(ChangeKind.DROPPED_TABLE_MACRO, 2)
            .add(ChangeKind.DROPPED_SCALAR_MACRO, 2)
            .created(ChangeKind.CREATED_TABLE_MACRO, 0, "main", "m")
            .created(ChangeKind.CREATED_SCALAR_MACRO, 0, "main", "m")
            .created(ChangeKind.CREATED_VIEW, 0, "main", "v")
            .created(ChangeKind.CREATED_TABLE, 0, "main", "b")
            .created(ChangeKind.CREATED_TABLE, 0, "main", "a")
            .created(ChangeKind.CREATED_TABLE, 5, "a", "z")
            .createdSchema("a")
            .add(ChangeKind.DROPPED_VIEW, 6)
            .add(ChangeKind.DROPPED_TABLE, 6)
            .add(ChangeKind.DROPPED_SCHEMA, 6);
    assertThat(changes.build().text())
        .isEqualTo(
            "dropped_schema:6,dropped_table:6,dropped_view:6,created_schema:\"a\","
                + "created_table:\"a\".\"z\",created_table:\"main\".\"a\","
                + "created_table:\"main\".\"b\",created_view:\"main\".\"v\","
                + "created_scalar_macro:\"main\".\"m\",created_table_macro:\"main\".\"m\","
                + "dropped_scalar_macro:2,dropped_table_macro:2,inserted_into_table:3,"
                + "deleted_from_table:3,altered_table:9,altered_table:10,altered_view:4,"
                + "merge_adjacent:1,rewrite_delete:1");
    assertThat(changes.build().deletedFiles()).containsExactly(77L);
    assertThat(changes.build().schemasCreatedIn()).containsExactlyInAnyOrder(0L, 5L);
    assertThat(parsed(changes.build().text(), 77L).effects()).isEqualTo(changes.build().effects());
  }

  @Test
  void quotesInNamesAreDoubled() {
    assertThat(
            new ChangeSet.Builder()
                .createdSchema("a\"b,c")
                .created(ChangeKind.CREATED_TABLE, 0, "x.y", "\"")
                .build()
                .text())
        .isEqualTo("created_schema:\"a\"\"b,c\",created_table:\"x.y\".\"\"\"\"");
  }

  @Test
  void whatCameAfterAMarkCanBeTakenBack() {
    ChangeSet.Builder changes = new ChangeSet.Builder().add(ChangeKind.DROPPED_TABLE, 1);
    ChangeSet.Builder.Mark mark = changes.mark();
    changes.rollBackTo(changes.createdSchema("s").deletedFromFile(1, 2).mark());
    changes.rollBackTo(mark);
    assertThat(changes.build().text()).isEqualTo("dropped_table:1");
    assertThat(changes.build().deletedFiles()).isEmpty();
  }

  @Test
  void optionsAloneAddNoSnapshotAndStatisticsDo() {
    assertThat(new ChangeSet.Builder().build().addsSnapshot()).isFalse();
    assertThat(new ChangeSet.Builder().snapshot().build().addsSnapshot()).isTrue();
    assertThat(new ChangeSet.Builder().snapshot().build().text()).isEmpty();
  }

  @Test
  void whatOthersWroteIsReadWhateverItsCase() {
    ChangeSet set =
        parsed(
            "Created_Table:\"s\".\"t\",INSERTED_INTO_TABLE:5,compacted_table:6,inline_flush:7,"
                + "flushed_inlined:8,,altered_view:9,dropped_schema:10");
    assertThat(set.isUnknown()).isFalse();
    assertThat(set.changesSchemas()).isTrue();
    assertThat(set.droppedSchemas()).containsExactly(10L);
    assertThat(set.schemasCreatedIn()).isEmpty();
    assertThat(set.effects().get(5L)).containsExactly(Effect.INSERTED);
    assertThat(set.effects().get(6L)).containsExactly(Effect.COMPACTED);
    assertThat(set.effects().get(7L)).containsExactly(Effect.COMPACTED);
    assertThat(set.effects().get(8L)).containsExactly(Effect.COMPACTED);
    assertThat(set.effects().get(9L)).containsExactly(Effect.ALTERED);
  }

  @Test
  void deletesAreOfUnnamedFilesUnlessTheRecordNamesThem() {
    assertThat(parsed("deleted_from_table:1").deletesFromUnnamedFiles()).isTrue();
    assertThat(parsed("deleted_from_table:1", 8L).deletesFromUnnamedFiles()).isFalse();
    assertThat(parsed("inserted_into_table:1").deletesFromUnnamedFiles()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "inlined_insert:1",
        "inlined_delete:1",
        "of_a_later_version:1",
        "dropped_table",
        "dropped_table:x",
        "dropped_table:-1",
        "dropped_table:9999999999999999999999",
        "created_schema:a",
        "created_table:\"t\"",
        "created_schema:\"a",
        "dropped_table:1,\"",
        ":"
      })
  void whatIsNotUnderstoodMakesTheSetUnknown(String text) {
    assertThat(parsed("inserted_into_table:1," + text).isUnknown()).isTrue();
  }

  @Test
  void kindsThatAreOnlyReadAreNotWritten() {
    assertThatThrownBy(() -> new ChangeSet.Builder().add(ChangeKind.INLINE_FLUSH, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
