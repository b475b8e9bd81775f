package io.moraine.verbs;

import static io.moraine.verbs.ChangeSetTest.parsed;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConflictsTest {
  /** By effect, the kinds that have it. */
  private static List<String> kinds(String effect) {
    return switch (effect) {
      case "I" -> List.of("inserted_into_table");
      case "D" -> List.of("deleted_from_table");
      case "A" -> List.of("altered_table", "altered_view");
      case "X" -> List.of("dropped_table", "dropped_view");
      default ->
          List.of(
              "merge_adjacent",
              "rewrite_delete",
              "compacted_table",
              "inline_flush",
              "flushed_inlined");
    };
  }

  @ParameterizedTest
  @CsvSource({
    "I,I,false", "I,D,true", "I,A,true", "I,X,true", "I,C,false",
    "D,I,true", "D,D,true", "D,A,true", "D,X,true", "D,C,true",
    "A,I,true", "A,D,true", "A,A,true", "A,X,true", "A,C,false",
    "X,I,true", "X,D,true", "X,A,true", "X,X,false", "X,C,true",
    "C,I,false", "C,D,true", "C,A,false", "C,X,true", "C,C,true"
  })
  void eachPairOfEffectsOnOneTable(String ours, String theirs, boolean clash) {
    for (String mine : kinds(ours)) {
      for (String other : kinds(theirs)) {
        assertThat(clash(parsed(mine + ":5"), parsed(other + ":5")))
            .as("%s after %s", mine, other)
            .isEqualTo(clash);
        assertThat(clash(parsed(mine + ":5"), parsed(other + ":6")))
            .as("%s after %s of another table", mine, other)
            .isFalse();
      }
    }
  }

  private static boolean clash(ChangeSet ours, ChangeSet theirs) {
    boolean clash = Conflicts.between(ours, theirs).isPresent();
    assertThat(Conflicts.between(theirs, ours).isPresent()).as("the other way").isEqualTo(clash);
    return clash;
  }

  @Test
  void deletesClashByFile() {
    String text = "deleted_from_table:5";
    assertThat(clash(parsed(text, 1L, 2L), parsed(text, 3L))).isFalse();
    assertThat(clash(parsed(text, 1L, 2L), parsed(text, 2L, 3L))).isTrue();
    assertThat(clash(parsed(text, 1L), parsed(text))).isTrue();
    ChangeSet ours = new ChangeSet.Builder().deletedFromFile(5, 9).build();
    assertThat(clash(ours, parsed(text, 8L))).isFalse();
    assertThat(clash(ours, parsed(text, 9L))).isTrue();
  }

  @Test
  void nobodyFollowsWhatIsNotUnderstood() {
    assertThat(clash(parsed("inserted_into_table:1"), parsed("inlined_insert:2"))).isTrue();
    assertThat(clash(new ChangeSet.Builder().build(), parsed("later:2"))).isTrue();
  }

  @Test
  void changesOfTheListOfSchemasClash() {
    assertThat(clash(parsed("created_schema:\"a\""), parsed("created_schema:\"b\""))).isTrue();
    assertThat(clash(parsed("created_schema:\"a\""), parsed("dropped_schema:1"))).isTrue();
    assertThat(clash(parsed("dropped_schema:1"), parsed("dropped_schema:2"))).isTrue();
    assertThat(clash(parsed("created_schema:\"a\""), parsed("altered_table:2"))).isFalse();
  }

  @Test
  void whatIsCreatedInADroppedSchemaClashes() {
    for (ChangeKind kind :
        List.of(
            ChangeKind.CREATED_TABLE,
            ChangeKind.CREATED_VIEW,
            ChangeKind.CREATED_SCALAR_MACRO,
            ChangeKind.CREATED_TABLE_MACRO)) {
      ChangeSet ours = new ChangeSet.Builder().created(kind, 7, "s", "x").build();
      assertThat(clash(ours, parsed("dropped_schema:7"))).isTrue();
      assertThat(clash(ours, parsed("dropped_schema:8"))).isFalse();
    }
  }

  @Test
  void namesAreComparedWithNothing() {
    assertThat(
            clash(
                new ChangeSet.Builder().created(ChangeKind.CREATED_TABLE, 0, "s", "x").build(),
                parsed("created_table:\"s\".\"x\"")))
        .isFalse();
  }

  @Test
  void theReasonNamesTheTable() {
    assertThat(Conflicts.between(parsed("altered_table:5"), parsed("dropped_table:5")))
        .contains("table or view 5 is altered here and was dropped there");
  }
}
