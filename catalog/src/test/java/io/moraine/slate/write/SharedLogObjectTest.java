package io.moraine.slate.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.SlateOptions;
import io.moraine.slate.SlateWriter;
import io.moraine.slate.format.Row;
import io.moraine.slate.read.BlockCache;
import io.moraine.testing.FarObjectStore;
import io.moraine.testing.ManualClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches that share a log object: what becomes of one who waits is of no matter to the others. */
class SharedLogObjectTest {
  private static final Siblings OTHERS = new Siblings(100, true);

  private final ManualClock clock = new ManualClock(Instant.parse("2026-01-02T03:04:05Z"));
  private final MemoryObjectStore objects = new MemoryObjectStore("test", Clock.SYSTEM);
  private final WrittenStore store = WrittenStore.plain(objects, clock);

  @Test
  void batchesJoinAnObjectUntilItIsSent() {
    SlateWriter writer = store.created().open();
    PendingWrite first = writer.write(WrittenStore.put("a", "1"));
    PendingWrite second = writer.write(WrittenStore.put("b", "2"));
    assertThat(first.await().walId()).isEqualTo(2);
    assertThat(second.await().walId()).isEqualTo(2);
    assertThat(writer.write(WrittenStore.put("c", "3")).await().walId()).isEqualTo(3);
  }

  @Test
  void aBatchThatComesWhileAnObjectGathersJoinsIt() {
    List<PendingWrite> joined = new ArrayList<>();
    AtomicReference<Runnable> atNextLook = new AtomicReference<>(() -> {});
    Clock looking =
        new Clock() {
          @Override
          public long wallMillis() {
            return clock.wallMillis();
          }

          @Override
          public long monotonicNanos() {
            atNextLook.getAndSet(() -> {}).run();
            return clock.monotonicNanos();
          }
        };
    SlateWriter writer = WrittenStore.plain(objects, looking).created().open();
    PendingWrite first = writer.write(WrittenStore.put("a", "1"), new Siblings(4, true));
    atNextLook.set(
        () -> joined.add(writer.write(WrittenStore.put("b", "2"), new Siblings(4, false))));
    assertThat(first.await().walId()).isEqualTo(2);
    assertThat(writer.durable().tail().maxSeq()).isEqualTo(2);
    assertThat(writer.durable().tail()).isSameAs(writer.newest().tail());
    assertThat(joined).extracting(each -> each.await().walId()).containsExactly(2L);
    assertThat(store.logRows(2)).extracting(Row::seq).containsExactly(1L, 2L);
  }

  @Test
  void whoWaitsSendsAnObjectThatTheExecutorRefused() {
    FarStore far = new FarStore(objects);
    List<Executor> executors = new ArrayList<>(List.of(WrittenStore.WORKERS));
    SlateOptions options =
        SlateOptions.of(new BlockCache(1 << 20))
            .withExecutor(task -> executors.get(executors.size() - 1).execute(task));
    SlateWriter writer = new WrittenStore(far, store.created().layout(), options, clock).open();
    executors.add(
        task -> {
          throw new RejectedExecutionException("gone");
        });
    PendingWrite first = writer.write(WrittenStore.put("a", "1"), OTHERS);
    assertThat(first.await().walId()).isEqualTo(2);
    PendingWrite second = writer.write(WrittenStore.put("b", "2"), OTHERS);
    PendingWrite third = writer.write(WrittenStore.put("c", "3"), OTHERS);
    assertThat(third.await().walId()).isEqualTo(3);
    assertThat(second.await().walId()).isEqualTo(3);
  }

  @Test
  void anObjectTakesNoMoreThan64Batches() {
    SlateWriter writer = store.created().open();
    List<PendingWrite> writes = new ArrayList<>();
    for (int i = 0; i < 65; i++) {
      writes.add(writer.write(WrittenStore.put("k" + i, "v"), OTHERS));
    }
    assertThat(writes.get(64).await().walId()).isEqualTo(3);
    assertThat(writes.get(63).await().walId()).isEqualTo(2);
    assertThat(writes.get(0).await().walId()).isEqualTo(2);
  }

  @Test
  void anInterruptOfOneWhoWaitsHarmsNobodyWhoSharesTheObject() {
    SlateWriter writer = store.created().open();
    PendingWrite first = writer.write(WrittenStore.put("a", "1"), OTHERS);
    PendingWrite second = writer.write(WrittenStore.put("b", "2"), OTHERS);
    Thread.currentThread().interrupt();
    assertThat(first.await().walId()).isEqualTo(2);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(second.await().walId()).isEqualTo(2);
    assertThat(writer.isUsable()).isTrue();
    assertThat(store.content()).isEqualTo(Map.of("a", "1", "b", "2"));
  }

  @Test
  void whoIsInterruptedAgainAndAgainGivesUpInTheEnd() {
    FarStore far = new FarStore(objects);
    SlateOptions options = SlateOptions.of(new BlockCache(1 << 20)).withExecutor(task -> {});
    SlateWriter writer = new WrittenStore(far, store.created().layout(), options, clock).open();
    PendingWrite write = writer.write(WrittenStore.put("a", "1"), OTHERS);
    List<String> attempts = new ArrayList<>();
    far.create =
        put -> {
          attempts.add("interrupted");
          Thread.currentThread().interrupt();
          throw new ObjectStoreException(
              ObjectStoreException.Kind.INTERRUPTED, "db/wal", "interrupted", null);
        };
    assertThatThrownBy(write::await).isInstanceOf(ObjectStoreException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(attempts).hasSize(8);
    assertThat(writer.isUsable()).isFalse();
  }

  /** A store that is far away: who asks it is answered by {@code create}. */
  private static final class FarStore extends FarObjectStore {
    private Function<Supplier<PutOutcome>, PutOutcome> create = Supplier::get;

    private FarStore(ObjectStore target) {
      super(target);
    }

    @Override
    public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
      Supplier<PutOutcome> put = () -> super.putIfAbsent(path, content, putId);
      return path.startsWith("db/wal/") ? create.apply(put) : put.get();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoseCallEndsWhileItSendsLeavesTheObjectToTheOthers(boolean landed) {
    List<Runnable> tasks = new ArrayList<>();
    FarStore far = new FarStore(objects);
    SlateOptions options = SlateOptions.of(new BlockCache(1 << 20)).withExecutor(tasks::add);
    SlateWriter writer = new WrittenStore(far, store.created().layout(), options, clock).open();
    tasks.clear();
    PendingWrite first = writer.write(WrittenStore.put("a", "1"), OTHERS);
    PendingWrite second = writer.write(WrittenStore.put("b", "2"), OTHERS);
    Call call = new Call();
    far.create =
        put -> {
          far.create = Supplier::get;
          var unused = landed ? put.get() : null;
          call.cancel();
          throw new ObjectStoreException(
              landed ? ObjectStoreException.Kind.UNANSWERED : ObjectStoreException.Kind.CANCELLED,
              "db/wal",
              "the call was cancelled",
              null);
        };
    assertThatThrownBy(() -> call.run(first::await)).isInstanceOf(UnknownWriteException.class);
    assertThat(second.await().walId()).isEqualTo(2);
    assertThat(first.await().walId()).isEqualTo(2);
    assertThat(tasks).hasSize(2);
    tasks.forEach(Runnable::run);
    assertThat(writer.isUsable()).isTrue();
    assertThat(store.content()).isEqualTo(Map.of("a", "1", "b", "2"));
  }

  @Test
  void aLargeObjectTakesNoMoreBatches() {
    SlateWriter writer = store.created().open();
    String large = "x".repeat(16 << 20);
    PendingWrite first = writer.write(WrittenStore.put("a", large), OTHERS);
    PendingWrite second = writer.write(WrittenStore.put("b", "2"), OTHERS);
    assertThat(second.await().walId()).isEqualTo(3);
    assertThat(first.await().walId()).isEqualTo(2);
  }
}
