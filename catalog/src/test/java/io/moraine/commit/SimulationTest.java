package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Snapshot isolation among processes that share nothing but the store: acknowledged commits form
 * one order, each scope is at one point of it, nobody goes back, everybody sees what was
 * acknowledged, and what was in doubt is found out truly. Whatever is compacted and collected
 * meanwhile, what somebody may read is there.
 */
class SimulationTest {
  private static final int OPERATIONS = Integer.getInteger("moraine.operations", 20_000);
  private static final int ENDURANCE = 100_000;
  private static final int OPERATIONS_A_LAKE = OPERATIONS > ENDURANCE ? 1000 : 125;
  private static final long SEED = Long.getLong("moraine.seed", System.nanoTime() >>> 1);

  @Test
  void processesAgreeOnOneHistory() {
    System.out.printf("%d operations, -Dmoraine.seed=%d%n", OPERATIONS, SEED);
    Map<String, Integer> ends = new TreeMap<>();
    for (int i = 0; i < Math.max(1, OPERATIONS / OPERATIONS_A_LAKE); i++) {
      Simulation simulation = new Simulation(SEED + i);
      simulation.run(Math.min(OPERATIONS, OPERATIONS_A_LAKE));
      simulation.ends().forEach((end, count) -> ends.merge(end, count, Integer::sum));
    }
    System.out.println(ends);
    assertThat(ends)
        .containsKeys("commit ROWS done", "commit CONFLICT", "look done", "group begun")
        .containsKeys("compactions", "collected TABLES", "collected MANIFESTS");
  }
}
