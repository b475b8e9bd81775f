package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException;
import io.moraine.model.NewLake;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Two processes create a lake in one empty place, one of them at any moment of the other's: one
 * wins, the other is told so, and the lake is whole.
 */
class TwoCreatorsTest {
  private static final String DONE = "done";
  private static final String TAKEN = CatalogException.Kind.ALREADY_EXISTS.toString();

  @Test
  void ofTwoCreatorsOneWinsAndTheOtherIsTold() {
    int writes;
    try (FaultStage stage = new FaultStage()) {
      stage.way().planNothing();
      assertThat(create(stage.subject())).isEqualTo(DONE);
      writes = stage.way().writes().size();
    }
    assertThat(writes).isGreaterThan(2);
    for (int at = 0; at < writes; at++) {
      try (FaultStage stage = new FaultStage()) {
        LakeProcess other = stage.another();
        List<String> others = new ArrayList<>();
        stage.way().planNothing();
        stage.way().meanwhile(at, () -> others.add(create(other)));
        List<String> ends = new ArrayList<>(List.of(create(stage.subject())));
        ends.addAll(others);
        assertThat(ends).as("before write %s", at).containsExactlyInAnyOrder(DONE, TAKEN);
        stage.pass();
        stage.another().commit(commit -> commit.createSchema("later"));
        assertThat(stage.tables().get("ducklake_schema")).as("before write %s", at).hasSize(2);
        assertThat(stage.tables().get("ducklake_snapshot")).as("before write %s", at).hasSize(2);
      }
    }
  }

  private static String create(LakeProcess process) {
    try {
      process.create(NewLake.PLAIN);
      return DONE;
    } catch (CatalogException e) {
      assertThat(e).hasMessageContaining("a lake is created in an empty place");
      return e.kind().toString();
    }
  }
}
