package io.moraine.slate.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.CountingObjectStore;
import io.moraine.objectstore.RequestCounts;
import io.moraine.objectstore.RequestCounts.Count;
import io.moraine.objectstore.RequestCounts.ObjectKind;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.SlateStore;
import io.moraine.slate.SlateWriter;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.read.TailAdmission;
import io.moraine.testing.StepCountingObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a writer asks of the store. */
class WriterCostTest {
  private final MemoryObjectStore objects = new MemoryObjectStore("test", Clock.SYSTEM);
  private final RequestTally tally = new RequestTally();
  private final WrittenStore store =
      WrittenStore.segmented(new CountingObjectStore(objects, tally, Clock.SYSTEM), Clock.SYSTEM)
          .created();

  @Test
  void aBatchIsOneWriteAndAnUpdateAWriteAndALookAtTheBoundary() {
    SlateWriter writer = store.open();
    RequestCounts before = tally.counts();
    writer.write(WrittenStore.put("a", "1")).await();
    assertThat(cost(before, ObjectKind.WAL)).isEqualTo("0 reads, 1 writes");
    writer.updateCheckpoints(WriterCostTest::withOneMore);
    assertThat(cost(before, ObjectKind.WAL)).isEqualTo("0 reads, 1 writes");
    assertThat(cost(before, ObjectKind.MANIFEST)).isEqualTo("0 reads, 1 writes");
    assertThat(cost(before, ObjectKind.OTHER)).isEqualTo("1 reads, 0 writes");
    assertThat(tally.counts().minus(before).total().requests()).isEqualTo(3);
  }

  @Test
  void aLostRaceForTheManifestCostsFourMore() {
    SlateWriter writer = store.open();
    store.process().updateCheckpoints(WriterCostTest::withOneMore, IdSource.SYSTEM);
    RequestCounts before = tally.counts();
    writer.updateCheckpoints(WriterCostTest::withOneMore);
    assertThat(cost(before, ObjectKind.MANIFEST))
        .as("the other's manifest, a look beyond it")
        .isEqualTo("2 reads, 2 writes");
    assertThat(cost(before, ObjectKind.OTHER)).isEqualTo("1 reads, 0 writes");
  }

  @Test
  void aFlushWritesATableForEachSegmentAndAManifest() {
    SlateWriter writer = store.open();
    writer.write(WrittenStore.put("a", "1", "b", "2", "c", "3")).await();
    RequestCounts before = tally.counts();
    writer.flush();
    assertThat(cost(before, ObjectKind.TABLE)).isEqualTo("0 reads, 3 writes");
    assertThat(cost(before, ObjectKind.MANIFEST)).isEqualTo("0 reads, 1 writes");
    assertThat(tally.counts().minus(before).total().requests()).isEqualTo(5);
  }

  private String cost(RequestCounts before, ObjectKind kind) {
    Count count = tally.counts().minus(before).of(kind);
    assertThat(count.listings()).isZero();
    return count.reads() + " reads, " + count.writes() + " writes";
  }

  @Test
  void farAwayRequestsWaitForNoMoreThanTheyMust() {
    SlateWriter first = store.open();
    for (int i = 0; i < 40; i++) {
      first.write(WrittenStore.put("a" + i, "1")).await();
    }
    StepCountingObjectStore far = new StepCountingObjectStore(objects);
    WrittenStore remote =
        new WrittenStore(
            new CountingObjectStore(far, tally, Clock.SYSTEM),
            store.layout(),
            store.options().withExecutor(WrittenStore.WORKERS),
            Clock.SYSTEM);
    SlateStore process = remote.process();
    process.readLatestManifest();
    Call opening = new Call();
    SlateWriter writer =
        opening.run(() -> process.openWriter(remote.writerOptions(), TailAdmission.UNLIMITED));
    assertThat(opening.cost().roundTrips())
        .as("nine, and one each to find and to read what lies beyond 32 log objects")
        .isEqualTo(11);
    Call commit = new Call();
    commit.run(
        () -> {
          writer.write(WrittenStore.put("b", "2")).await();
          return writer.updateCheckpoints(WriterCostTest::withOneMore);
        });
    assertThat(commit.cost().roundTrips()).isEqualTo(3);
    writer.write(WrittenStore.put("a", "1", "b", "2", "c", "3")).await();
    far.reset();
    Call flush = new Call();
    flush.run(writer::flush);
    assertThat(flush.cost().roundTrips())
        .as("tables at once, then the manifest: %s", far.calls())
        .isEqualTo(3);
  }

  private static List<Checkpoint> withOneMore(Manifest base, long id) {
    List<Checkpoint> more = new ArrayList<>(base.checkpoints());
    more.add(new Checkpoint(new UUID(7, id), id, 1, 0, "test"));
    return more;
  }
}
