package io.moraine.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.Changes;
import io.moraine.model.NewColumn;
import io.moraine.model.NewTable;
import io.moraine.model.OptionScope;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What verbs read of a lake of 100 tables of three columns, the first altered 20 times. */
class VerbCostTest {
  private static final int TABLES = 100;
  private static final int COLUMNS = 3;

  private final VerbLake lake = VerbLake.create();
  private long table;

  @BeforeEach
  void fill() {
    lake.commit(
        changes -> {
          for (int i = TABLES - 1; i >= 0; i--) {
            table = changes.createTable(0, table("t" + i));
          }
        });
    for (int i = 0; i < 20; i++) {
      String name = "n" + i;
      lake.commit(
          changes -> {
            changes.renameColumn(table, 1, name);
            changes.renameTable(table, name);
          });
    }
  }

  private static NewTable table(String name) {
    return NewTable.of(
        name, NewColumn.of("a", "int8"), NewColumn.of("b", "int8"), NewColumn.of("c", "int8"));
  }

  /** Records that verbs go over until they are staged. */
  private int scanned(Consumer<Changes> work) {
    CountingRecords counting = new CountingRecords(lake.records());
    StagedChanges staged = new StagedChanges(counting, lake.newest(), () -> 1, 0);
    work.accept(VerbLake.changes(staged));
    return counting.scanned();
  }

  @Test
  void namesAreReadOnceHoweverManyTablesAreCreated() {
    int one = scanned(changes -> changes.createTable(0, table("x")));
    int many =
        scanned(
            changes -> {
              for (int i = 0; i < 50; i++) {
                changes.createTable(0, table("x" + i));
                assertThat(changes.findTable(0, "X" + i)).isPresent();
              }
            });
    assertThat(one).isEqualTo(TABLES);
    assertThat(many).isEqualTo(one);
  }

  @Test
  void anAlterationReadsTheColumnsOfOneTableAndNoHistory() {
    assertThat(scanned(changes -> changes.widenColumn(table, 1, "int64"))).isEqualTo(COLUMNS);
    assertThat(scanned(changes -> changes.setColumnTag(table, 1, "comment", "x")))
        .isLessThanOrEqualTo(2 * COLUMNS + 20); // tags lie in the versions of the column
    assertThat(scanned(changes -> changes.setTag(table, "comment", "x"))).isZero();
    assertThat(
            scanned(
                changes ->
                    changes.addColumn(table, OptionalLong.empty(), NewColumn.of("d", "int8"))))
        .isLessThanOrEqualTo(2 * COLUMNS);
  }

  @Test
  void aDropReadsWhatIsLiveOfOneTable() {
    lake.commit(
        changes -> changes.setOption(new OptionScope.OfTable(table), "target_file_size", "1MB"));
    assertThat(scanned(changes -> changes.dropTable(table)))
        .isLessThanOrEqualTo(COLUMNS + 4); // and its counts and the records of options
  }
}
