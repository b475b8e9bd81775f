package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException;
import io.moraine.testing.PlannedFaults.WriteFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Two processes take the writer role at once, one of them at any moment of the other's, whose
 * answers are lost: they never have the same epoch, and what each acknowledged is there.
 */
class TwoOpenersTest {
  private static final int MOST_TRIES = 4;

  /** What the first process goes through. */
  private record Trouble(Optional<WriteFault> fault, int faultAt, int othersAt) {}

  @Test
  void twoOpenersNeverHoldOneEpoch() {
    int writes;
    try (FaultStage stage = prepared()) {
      stage.way().planNothing();
      commit(stage.subject(), "first");
      writes = stage.way().writes().size();
    }
    Map<String, Integer> ends = new HashMap<>();
    for (int othersAt = 0; othersAt <= writes; othersAt++) {
      ends.merge(play(new Trouble(Optional.empty(), 0, othersAt)), 1, Integer::sum);
      for (int faultAt = 0; faultAt < writes; faultAt++) {
        for (WriteFault fault : List.of(WriteFault.LOSE_REPLY, WriteFault.UNANSWERED)) {
          ends.merge(play(new Trouble(Optional.of(fault), faultAt, othersAt)), 1, Integer::sum);
        }
      }
    }
    System.out.println("Two openers: " + ends);
  }

  private static FaultStage prepared() {
    FaultStage stage = new FaultStage();
    FaultyOperation.TAKE_OVER.prepare(stage);
    return stage;
  }

  private static String play(Trouble trouble) {
    try (FaultStage stage = prepared()) {
      LakeProcess first = stage.subject();
      LakeProcess second = stage.another();
      List<String> acknowledged = new ArrayList<>();
      if (trouble.fault().isPresent()) {
        stage.way().plan(trouble.faultAt(), trouble.fault().get());
      } else {
        stage.way().planNothing();
      }
      stage.way().meanwhile(trouble.othersAt(), () -> attempt(second, "second", acknowledged));
      String end = attempt(first, "first", acknowledged);
      assertThat(first.writer().figures().epoch())
          .as("epochs after %s", trouble)
          .satisfies(
              epoch -> {
                if (epoch.isPresent()) {
                  assertThat(second.writer().figures().epoch()).isNotEqualTo(epoch);
                }
              });
      stage.pass();
      persist(stage, first, "first again", acknowledged);
      persist(stage, second, "second again", acknowledged);
      assertThat(String.join("\n", stage.tables().get("ducklake_data_file")))
          .as("after %s", trouble)
          .contains(acknowledged.stream().map(each -> '"' + each + '"').toList());
      return end;
    } catch (RuntimeException e) {
      throw new AssertionError(trouble.toString(), e);
    }
  }

  private static void persist(
      FaultStage stage, LakeProcess process, String path, List<String> acknowledged) {
    int tries = 0;
    while (!attempt(process, path, acknowledged).equals("done")) {
      assertThat(++tries).as("tries of %s", path).isLessThan(MOST_TRIES);
      stage.pass();
    }
  }

  private static String attempt(LakeProcess process, String path, List<String> acknowledged) {
    try {
      commit(process, path);
      acknowledged.add(path);
      return "done";
    } catch (CatalogException e) {
      return e.kind().toString();
    }
  }

  private static void commit(LakeProcess process, String path) {
    process.commit(commit -> commit.addFile(FaultStage.TABLE, path, 1));
  }
}
