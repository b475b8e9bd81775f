package io.moraine.slate.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.testing.PlannedFaults;
import io.moraine.testing.PlannedFaults.WriteFault;
import io.moraine.testing.ReactingObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever goes wrong with any write of a collection, and whoever else collects at the same time:
 * what can be read stays, and the next collection leaves nothing behind.
 */
class CollectorFaultsTest {
  @ParameterizedTest
  @EnumSource
  void eachWriteMayGoWrong(WriteFault fault) {
    int writes = writes();
    assertThat(writes).isGreaterThan(20);
    for (int write = 0; write < writes; write++) {
      GcStage stage = stage();
      Map<String, List<String>> before = stage.live().read(stage.nowSeconds());
      PlannedFaults way = new PlannedFaults(stage.objects());
      Collector collector = stage.collector(way);
      way.plan(write, fault);
      attempt(collector);
      assertThat(way.hasStruck()).isTrue();
      assertThat(stage.live().read(stage.nowSeconds())).as("write %s", write).isEqualTo(before);
      if (fault != WriteFault.FREEZE && fault != WriteFault.FREEZE_AFTER) {
        collector.collect(GcStage.AT_ONCE);
        assertAllIsDone(stage, before);
      }
      stage.collect(GcStage.AT_ONCE);
      assertAllIsDone(stage, before);
    }
  }

  /** What was not foreseen may end a collection; what is told in its report may not. */
  private static void attempt(Collector collector) {
    try {
      collector.collect(GcStage.AT_ONCE);
    } catch (ObjectStoreException | IllegalStateException e) {
      assertThat(e).hasMessageContaining("surprise");
    }
  }

  private static int writes() {
    GcStage stage = stage();
    PlannedFaults way = new PlannedFaults(stage.objects());
    stage.collector(way).collect(GcStage.AT_ONCE);
    return way.writes().size();
  }

  /** With an old boundary of manifests, none of states of compaction, and a dead checkpoint. */
  private static GcStage stage() {
    GcStage stage = GcStage.full();
    stage.collect(GcStage.AT_ONCE.withMostDeletions(1));
    stage.objects().delete("db/gc/compactions.boundary");
    stage.update(
        (base, id) -> {
          List<Checkpoint> all = new ArrayList<>(base.checkpoints());
          all.add(new Checkpoint(new UUID(7, 7), id, 0, 1, "dead"));
          return base.change().id(id).checkpoints(all).build();
        });
    return stage;
  }

  private static void assertAllIsDone(GcStage stage, Map<String, List<String>> before) {
    assertThat(stage.live().read(stage.nowSeconds())).isEqualTo(before);
    CollectorReport left = stage.collect(GcStage.AT_ONCE.withDryRun(true));
    assertThat(left.checkpoints()).isZero();
    assertThat(left.kinds())
        .allSatisfy(
            each -> {
              assertThat(each.deleted()).as("%s", each.garbage()).isZero();
              assertThat(each.problem()).isEmpty();
            });
  }

  @Test
  void anotherMayCollectBetweenAnyTwoRequests() {
    int requests = Integer.MAX_VALUE;
    for (int at = 0; at < requests; at++) {
      GcStage stage = stage();
      Map<String, List<String>> before = stage.live().read(stage.nowSeconds());
      AtomicInteger seen = new AtomicInteger();
      ReactingObjectStore way = new ReactingObjectStore(stage.objects());
      disturb(way, seen, at, stage);
      CollectorReport report = stage.collector(way).collect(GcStage.AT_ONCE);
      requests = seen.get();
      assertThat(report.kinds()).as("request %s", at).allMatch(each -> each.problem().isEmpty());
      assertAllIsDone(stage, before);
    }
    assertThat(requests).isGreaterThan(20);
  }

  private static void disturb(ReactingObjectStore way, AtomicInteger seen, int at, GcStage stage) {
    way.before(
        "",
        () -> {
          disturb(way, seen, at, stage);
          if (seen.getAndIncrement() == at) {
            stage.collect(GcStage.AT_ONCE);
          }
        });
  }
}
