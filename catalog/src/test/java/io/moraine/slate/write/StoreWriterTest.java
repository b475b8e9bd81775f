package io.moraine.slate.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.SlateException;
import io.moraine.slate.SlateException.Kind;
import io.moraine.slate.SlateWriter;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.FilterPolicy;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowKind;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.Segment;
import io.moraine.slate.manifest.SequenceTracker.Sample;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.testing.HookedLogStore;
import io.moraine.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class StoreWriterTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final ManualClock clock = new ManualClock(NOW);
  private final MemoryObjectStore objects = new MemoryObjectStore("test", Clock.SYSTEM);
  private final WrittenStore store = WrittenStore.plain(objects, clock);

  @Test
  void whatIsWrittenIsRead() {
    SlateWriter writer = store.created().open();
    assertThat(writer.epoch()).isEqualTo(1);
    PendingWrite first = writer.write(WrittenStore.put("b", "2", "a", "1"));
    assertThat(WrittenStore.content(writer.reader())).isEqualTo(Map.of("a", "1", "b", "2"));
    assertThat(writer.durable().tail().rowCount()).isZero();
    PendingWrite.LogPosition position = first.await();
    assertThat(position.walId()).isEqualTo(2);
    assertThat(position.seq()).isEqualTo(1);
    assertThat(writer.durable()).isEqualTo(writer.newest());
    writer.write(WrittenStore.delete("a", "c")).await();
    assertThat(WrittenStore.content(writer.reader())).isEqualTo(Map.of("b", "2"));
    assertThat(store.content()).isEqualTo(Map.of("b", "2"));
  }

  @Test
  void rowsOfABatchHaveOneNumberAndTheTimeOfTheirWriting() {
    SlateWriter writer = store.created().open();
    writer.write(WrittenStore.put("b", "2", "a", "1")).await();
    clock.advance(Duration.ofSeconds(1));
    long walId = writer.write(WrittenStore.delete("b")).await().walId();
    assertThat(store.logRows(walId - 1))
        .containsExactly(
            row("a", 1, RowKind.VALUE, "1", NOW.toEpochMilli()),
            row("b", 1, RowKind.VALUE, "2", NOW.toEpochMilli()));
    assertThat(store.logRows(walId))
        .containsExactly(row("b", 2, RowKind.TOMBSTONE, "", NOW.toEpochMilli() + 1000));
  }

  private static Row row(String key, long seq, RowKind kind, String value, long createMillis) {
    return new Row(
        Bytes.utf8(key),
        seq,
        kind,
        Bytes.utf8(value),
        OptionalLong.of(createMillis),
        OptionalLong.empty());
  }

  @Test
  void batchesGatherWhileAnObjectIsOnItsWay() {
    HookedLogStore way = new HookedLogStore(objects);
    SlateWriter writer = store.created().through(way).open();
    way.restart();
    PendingWrite first = writer.write(WrittenStore.put("a", "1"));
    List<PendingWrite> meanwhile = new ArrayList<>();
    way.at(
        0,
        create -> {
          meanwhile.add(writer.write(WrittenStore.put("b", "2")));
          meanwhile.add(writer.write(WrittenStore.put("a", "3")));
          return create.get();
        });
    assertThat(first.await().walId()).isEqualTo(2);
    assertThat(meanwhile).extracting(each -> each.await().walId()).containsExactly(3L, 3L);
    assertThat(store.logRows(3)).extracting(Row::seq).containsExactly(2L, 3L);
    assertThat(store.content()).isEqualTo(Map.of("a", "3", "b", "2"));
    assertThat(writer.durable().tail().maxSeq()).isEqualTo(3);
  }

  @Test
  void manySmallRowsAreFlushedBeforeTheyCostTheirReadersTooMuch() {
    WriterOptions options =
        new WriterOptions(
            clock,
            IdSource.SYSTEM,
            List.of(FilterPolicy.WHOLE_KEYS),
            4096,
            32_000,
            256,
            4096,
            7,
            64,
            Duration.ofSeconds(10));
    SlateWriter writer = store.created().open(options);
    for (int i = 0; i < 2; i++) {
      assertThat(writer.wantsFlush()).as("%d times a hundred rows", i).isFalse();
      String[] rows =
          IntStream.range(0, 200).mapToObj(each -> "" + (1000 + each)).toArray(String[]::new);
      writer.write(WrittenStore.put(rows)).await();
    }
    assertThat(writer.durable().tail().payloadBytes()).isLessThan(2000);
    assertThat(writer.wantsFlush()).isTrue();
  }

  @Test
  void whoWritesFlushesALogThatNobodyFlushed() {
    SlateWriter writer = store.created().open(store.limits(256, 4, 7, 64));
    for (int i = 1; i < 8; i++) {
      writer.write(WrittenStore.put("a", "" + i)).await();
    }
    assertThat(store.manifest().tree().l0()).isEmpty();
    writer.write(WrittenStore.put("a", "8")).await();
    assertThat(store.manifest().tree().l0()).hasSize(1);
    assertThat(writer.durable().tail().rowCount()).isEqualTo(1);
    assertThat(store.content()).isEqualTo(Map.of("a", "8"));
  }

  @Test
  void theNextWriterGoesOnWhereTheLastOneEnded() {
    SlateWriter first = store.created().open();
    first.write(WrittenStore.put("a", "1")).await();
    first.close();
    SlateWriter second = store.open();
    assertThat(second.epoch()).isEqualTo(2);
    assertThat(second.durable().tail().lastWalId()).isEqualTo(3);
    assertThat(second.write(WrittenStore.put("b", "2")).seq()).isEqualTo(2);
    assertThat(WrittenStore.content(second.reader())).isEqualTo(Map.of("a", "1", "b", "2"));
  }

  @Test
  void aFlushMovesTheTailIntoATable() {
    SlateWriter writer = store.created().open();
    for (int i = 0; i < 300; i++) {
      writer.write(WrittenStore.put("key" + i % 100, "value" + i)).await();
    }
    writer.write(WrittenStore.delete("key7")).await();
    Map<String, String> before = store.content();
    assertThat(writer.flush()).isEqualTo(1);
    Manifest manifest = store.manifest();
    assertThat(manifest.replayAfterWalId()).isEqualTo(302);
    assertThat(manifest.walIdLastSeen()).isEqualTo(302);
    assertThat(manifest.lastL0Seq()).isEqualTo(301);
    assertThat(manifest.recentSnapshotMinSeq()).isEqualTo(301);
    assertThat(manifest.lastL0ClockTick()).isEqualTo(NOW.toEpochMilli());
    assertThat(manifest.sequenceTracker().samples())
        .containsExactly(new Sample(301, NOW.getEpochSecond()));
    assertThat(manifest.tree().l0()).hasSize(1);
    assertThat(manifest.tree().l0().get(0).id())
        .isEqualTo(manifest.tree().l0().get(0).table().id());
    assertThat(manifest.tree().l0().get(0).table().id().timestampMillis())
        .isEqualTo(NOW.toEpochMilli());
    assertThat(writer.newest().tail().rowCount()).isZero();
    assertThat(WrittenStore.content(writer.reader())).isEqualTo(before);
    assertThat(store.content()).isEqualTo(before).hasSize(99);
    assertThat(writer.flush()).isZero();
    writer.write(WrittenStore.put("key7", "again")).await();
    assertThat(writer.flush()).isEqualTo(1);
    assertThat(store.content()).hasSize(100).containsEntry("key7", "again");
    List<Long> order =
        store.manifest().tree().l0().stream()
            .map(view -> view.table().id().timestampMillis())
            .toList();
    assertThat(order).hasSize(2);
    assertThat(store.manifest().tree().l0().get(0).table().id())
        .isGreaterThan(store.manifest().tree().l0().get(1).table().id());
  }

  @Test
  void eachSegmentThatIsTouchedGetsATable() {
    WrittenStore segmented = WrittenStore.segmented(objects, clock);
    SlateWriter writer = segmented.created().open();
    writer.write(WrittenStore.put("b1", "1", "a1", "2", "d", "3")).await();
    assertThat(writer.flush()).isEqualTo(3);
    writer.write(WrittenStore.put("b2", "4", "c", "5")).await();
    assertThat(writer.flush()).isEqualTo(2);
    Manifest manifest = segmented.manifest();
    assertThat(manifest.tree().l0()).isEmpty();
    assertThat(manifest.segments())
        .extracting(segment -> segment.prefix().toUtf8())
        .containsExactly("a", "b", "c", "d");
    assertThat(manifest.segments())
        .extracting(segment -> segment.tree().l0().size())
        .containsExactly(1, 2, 1, 1);
    assertThat(segmented.content())
        .isEqualTo(Map.of("b1", "1", "a1", "2", "d", "3", "b2", "4", "c", "5"));
  }

  @Test
  void aKeyThatAScanGaveIsCopiedWhateverItsLength() {
    SlateWriter writer = store.created().open();
    for (int length = 62; length <= 66; length++) {
      writer.write(WrittenStore.put("a".repeat(length), "1", "b".repeat(length), "2")).await();
    }
    List<Bytes> copies = new ArrayList<>();
    try (RowIterator rows =
        writer.reader().scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)) {
      while (rows.next()) {
        copies.add(rows.key().copy());
      }
    }
    assertThat(copies).doesNotHaveDuplicates().hasSize(10);
  }

  @Test
  void aFlushTakesWhatIsDurable() {
    SlateWriter writer = store.created().open();
    writer.write(WrittenStore.put("a", "1")).await();
    PendingWrite later = writer.write(WrittenStore.put("b", "2"));
    assertThat(writer.flush()).isEqualTo(1);
    assertThat(store.content()).isEqualTo(Map.of("a", "1"));
    assertThat(WrittenStore.content(writer.reader())).isEqualTo(Map.of("a", "1", "b", "2"));
    later.await();
    assertThat(store.content()).isEqualTo(Map.of("a", "1", "b", "2"));
    assertThat(writer.durable().tail().rowCount()).isEqualTo(1);
  }

  @Test
  void aCheckpointCoversEverythingDurable() {
    SlateWriter writer = store.created().open();
    writer.write(WrittenStore.put("a", "1")).await();
    writer.write(WrittenStore.put("b", "2"));
    WriterState state = writer.updateCheckpoints(StoreWriterTest::withOneMore);
    assertThat(state.manifest().walIdLastSeen()).isEqualTo(2);
    assertThat(state.manifest().checkpoints())
        .extracting(Checkpoint::manifestId)
        .containsExactly(state.manifest().id());
    assertThat(state.tail().lastWalId()).isEqualTo(2);
    assertThat(state.tail().maxSeq()).isEqualTo(1);
    assertThat(store.manifest()).isEqualTo(state.manifest());
  }

  private static List<Checkpoint> withOneMore(Manifest base, long id) {
    List<Checkpoint> more = new ArrayList<>(base.checkpoints());
    more.add(new Checkpoint(new UUID(7, id), id, 1, 0, "test"));
    return more;
  }

  @Test
  void whatOthersWriteToTheManifestStays() {
    SlateWriter writer = store.created().open();
    writer.write(WrittenStore.put("a", "1")).await();
    store.process().updateCheckpoints(StoreWriterTest::withOneMore, IdSource.SYSTEM);
    store.process().updateCheckpoints(StoreWriterTest::withOneMore, IdSource.SYSTEM);
    WriterState state = writer.updateCheckpoints(StoreWriterTest::withOneMore);
    assertThat(state.manifest().checkpoints()).hasSize(3);
    assertThat(state.manifest().walIdLastSeen()).isEqualTo(2);
    store.process().updateCheckpoints(StoreWriterTest::withOneMore, IdSource.SYSTEM);
    assertThat(writer.refresh().checkpoints()).hasSize(4);
    store.process().updateCheckpoints(StoreWriterTest::withOneMore, IdSource.SYSTEM);
    writer.flush();
    assertThat(store.manifest().checkpoints()).hasSize(5);
    assertThat(store.content()).isEqualTo(Map.of("a", "1"));
  }

  @Test
  void aManifestIsWrittenBeforeTheOneBeforeItIsKnownToBeInForce() {
    SlateWriter writer = store.created().open();
    writer.write(WrittenStore.put("a", "1")).await();
    List<WriterState> second = new ArrayList<>();
    WriterState first =
        writer.updateCheckpoints(
            StoreWriterTest::withOneMore,
            there -> {
              writer.write(WrittenStore.put("b", "2")).await();
              second.add(writer.updateCheckpoints(StoreWriterTest::withOneMore));
            });
    assertThat(second.get(0).manifest().id()).isEqualTo(first.manifest().id() + 1);
    assertThat(second.get(0).manifest().checkpoints()).hasSize(2);
    assertThat(first.manifest().walIdLastSeen()).isEqualTo(2);
    assertThat(second.get(0).manifest().walIdLastSeen()).isEqualTo(3);
    assertThat(store.manifest()).isEqualTo(second.get(0).manifest());
    assertThat(writer.durable().manifest()).isEqualTo(second.get(0).manifest());
  }

  @Test
  void anEditThatGivesUpWritesNothing() {
    SlateWriter writer = store.created().open();
    long before = store.manifest().id();
    assertThatThrownBy(
            () ->
                writer.updateCheckpoints(
                    (base, id) -> {
                      throw new IllegalStateException("given up");
                    }))
        .hasMessage("given up");
    assertThat(store.manifest().id()).isEqualTo(before);
    assertThat(writer.isUsable()).isTrue();
    writer.write(WrittenStore.put("a", "1")).await();
  }

  @Test
  void aWriterWhoseStoreWasTakenWritesNothingAnyMore() {
    SlateWriter old = store.created().open();
    old.write(WrittenStore.put("a", "1")).await();
    SlateWriter next = store.open();
    PendingWrite late = old.write(WrittenStore.put("a", "late"));
    PendingWrite later = old.write(WrittenStore.put("a", "later"));
    assertThatThrownBy(late::await)
        .isInstanceOfSatisfying(FencedException.class, e -> assertThat(e.walId()).isEqualTo(3));
    assertThatThrownBy(later::await).isInstanceOf(FencedException.class);
    assertThat(old.isUsable()).isFalse();
    assertThat(WrittenStore.content(old.reader())).isEqualTo(Map.of("a", "1"));
    int objectsBefore = objects.list("db/wal", "").size() + objects.list("db/manifest", "").size();
    assertThatThrownBy(() -> old.write(WrittenStore.put("b", "2")))
        .isInstanceOf(FencedException.class);
    assertThatThrownBy(() -> old.updateCheckpoints(StoreWriterTest::withOneMore))
        .isInstanceOf(FencedException.class);
    assertThatThrownBy(old::flush).isInstanceOf(FencedException.class);
    assertThatThrownBy(old::refresh).isInstanceOf(FencedException.class);
    assertThat(objects.list("db/wal", "").size() + objects.list("db/manifest", "").size())
        .isEqualTo(objectsBefore);
    next.write(WrittenStore.put("b", "2")).await();
    assertThat(store.content()).isEqualTo(Map.of("a", "1", "b", "2"));
  }

  @Test
  void aManifestTellsThatTheStoreWasTaken() {
    for (int way = 0; way < 3; way++) {
      MemoryObjectStore own = new MemoryObjectStore("way" + way, Clock.SYSTEM);
      WrittenStore other = WrittenStore.plain(own, clock).created();
      SlateWriter old = other.open();
      old.write(WrittenStore.put("a", "1")).await();
      other.open();
      ThrowingCallable call =
          switch (way) {
            case 0 -> old::flush;
            case 1 -> old::refresh;
            default -> () -> old.updateCheckpoints(StoreWriterTest::withOneMore);
          };
      assertThatThrownBy(call)
          .isInstanceOfSatisfying(FencedException.class, e -> assertThat(e.walId()).isZero());
      assertThat(old.isUsable()).isFalse();
      assertThatThrownBy(() -> old.write(WrittenStore.put("b", "2")))
          .isInstanceOf(FencedException.class);
      assertThat(other.content()).isEqualTo(Map.of("a", "1"));
      assertThat(other.manifest().writerEpoch()).isEqualTo(2);
    }
  }

  @Test
  void whatALogLeavesAboveAGapEndsTheWriter() {
    store.created();
    objects.putIfAbsent("db/wal/00000000000000000002.sst", Bytes.EMPTY, "leftover");
    SlateWriter writer = store.open();
    assertThatThrownBy(() -> writer.write(WrittenStore.put("a", "1")).await())
        .isInstanceOf(FencedException.class);
  }

  @Test
  void aClockThatIsALittleBehindDoesNotGoBack() {
    SlateWriter ahead = store.created().open();
    ahead.write(WrittenStore.put("a", "1")).await();
    clock.jumpTo(NOW.minusSeconds(5));
    SlateWriter behind = store.open();
    long walId = behind.write(WrittenStore.put("b", "2")).await().walId();
    assertThat(store.logRows(walId))
        .extracting(Row::createMillis)
        .containsExactly(OptionalLong.of(NOW.toEpochMilli()));
    behind.flush();
    assertThat(store.manifest().lastL0ClockTick()).isEqualTo(NOW.toEpochMilli());
  }

  @Test
  void aStoreFromTheFutureIsNotTaken() {
    SlateWriter ahead = store.created().open();
    ahead.write(WrittenStore.put("a", "1")).await();
    clock.jumpTo(NOW.minus(Duration.ofDays(1)));
    assertThatThrownBy(store::open)
        .isInstanceOfSatisfying(
            SlateException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.CLOCK);
              assertThat(e).hasMessageContaining("2026-01-02T03:04:05Z");
              assertThat(e).hasMessageContaining("2026-01-01T03:04:05Z");
            });
    clock.jumpTo(NOW);
    SlateWriter again = store.open();
    again.flush();
    long id = store.manifest().id();
    clock.jumpTo(NOW.minus(Duration.ofDays(1)));
    assertThatThrownBy(store::open)
        .isInstanceOfSatisfying(
            SlateException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CLOCK));
    assertThat(store.manifest().id()).as("nobody was fenced").isEqualTo(id);
  }

  @Test
  void tableIdsDoNotGoBackWithTheClock() {
    SlateWriter writer = store.created().open();
    writer.write(WrittenStore.put("a", "1")).await();
    writer.flush();
    clock.jumpTo(NOW.minusSeconds(8));
    SlateWriter next = store.open();
    next.write(WrittenStore.put("b", "2")).await();
    next.flush();
    assertThat(store.manifest().tree().l0().get(0).table().id())
        .isGreaterThan(store.manifest().tree().l0().get(1).table().id());
  }

  @Test
  void aSampleOfTheTimeIsTakenOnceAMinute() {
    SlateWriter writer = store.created().open();
    for (int i = 0; i < 4; i++) {
      writer.write(WrittenStore.put("a", "" + i)).await();
      writer.flush();
      clock.advance(Duration.ofSeconds(30));
    }
    assertThat(store.manifest().sequenceTracker().samples())
        .containsExactly(
            new Sample(1, NOW.getEpochSecond()), new Sample(3, NOW.getEpochSecond() + 60));
  }

  @Test
  void theTailWantsToBeFlushedWhenItIsLong() {
    SlateWriter writer = store.created().open(store.limits(4, 8, 1, 3));
    for (int i = 0; i < 2; i++) {
      writer.write(WrittenStore.put("a", "" + i)).await();
      assertThat(writer.wantsFlush()).isFalse();
    }
    writer.write(WrittenStore.put("a", "2")).await();
    assertThat(writer.wantsFlush()).as("a fence and three objects").isTrue();
    writer.flush();
    for (int i = 0; i < 7; i++) {
      assertThat(writer.wantsFlush()).as("a crowded segment").isFalse();
      writer.write(WrittenStore.put("a", "" + i)).await();
    }
    writer.write(WrittenStore.put("a", "7")).await();
    assertThat(writer.wantsFlush()).isTrue();
  }

  @Test
  void moreTablesThanThereMayBeAreRefused() {
    SlateWriter writer = store.created().open(store.limits(2, 4, 1, 3));
    for (int i = 0; i < 3; i++) {
      writer.write(WrittenStore.put("a", "" + i)).await();
      writer.flush();
    }
    writer.write(WrittenStore.put("a", "3")).await();
    assertTooMuch(writer::flush);
    for (int i = 4; i < 7; i++) {
      writer.write(WrittenStore.put("a", "" + i)).await();
    }
    assertTooMuch(() -> writer.write(WrittenStore.put("a", "7")));
    assertThat(writer.isUsable()).isTrue();
    assertThat(store.count("compacted")).isEqualTo(3);
    assertThat(store.content()).isEqualTo(Map.of("a", "6"));
  }

  private static void assertTooMuch(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SlateException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.TOO_MUCH);
              assertThat(e).hasMessageContaining("compactor");
            });
  }

  @Test
  void aBatchThatCannotBeRightIsRefusedAndNothingElse() {
    WrittenStore segmented = WrittenStore.segmented(objects, clock);
    SlateWriter writer = segmented.created().open();
    assertThatThrownBy(() -> writer.write(new WriteBatch.Builder().build()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> writer.write(WrittenStore.put("", "no segment")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> writer.write(WrittenStore.put("k".repeat(65_536), "too long")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(writer.write(WrittenStore.put("k".repeat(65_535), "long")).await().seq())
        .isEqualTo(1);
    assertThat(segmented.content()).hasSize(1);
  }

  @Test
  void whereNoStoreIsThereIsNoWriter() {
    assertThatThrownBy(store::open)
        .isInstanceOfSatisfying(
            SlateException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_STORE));
    assertThat(objects.list("db/wal", "")).isEmpty();
    store.created();
    assertThatThrownBy(store::created)
        .isInstanceOfSatisfying(
            SlateException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ALREADY_EXISTS));
    assertThatThrownBy(() -> WrittenStore.segmented(objects, clock).open())
        .isInstanceOfSatisfying(
            SlateException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED));
    assertThat(store.manifest().writerEpoch()).isZero();
  }

  @Test
  void aClosedWriterWritesNothing() {
    SlateWriter writer = store.created().open();
    writer.write(WrittenStore.put("a", "1")).await();
    writer.close();
    assertThat(writer.isUsable()).isFalse();
    assertThatThrownBy(() -> writer.write(WrittenStore.put("b", "2")))
        .isInstanceOf(SlateException.class);
    assertThatThrownBy(writer::flush).isInstanceOf(SlateException.class);
    assertThat(store.content()).isEqualTo(Map.of("a", "1"));
    assertThat(store.manifest().segments()).isEqualTo(List.<Segment>of());
  }
}
