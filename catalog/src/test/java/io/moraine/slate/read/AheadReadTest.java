package io.moraine.slate.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.base.Workers;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AheadReadTest {
  private final Workers workers = new Workers("ahead", 2);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final Call call = new Call();

  @AfterEach
  void close() {
    goOn.countDown();
    workers.close();
  }

  @Test
  void whoAwaitsReadsIfNobodyHasBegun() {
    AheadRead<Thread> read = new AheadRead<>("object", Thread::currentThread);
    assertThat(read.await()).isSameAs(Thread.currentThread());
    assertThat(read.await()).isSameAs(Thread.currentThread());
  }

  @Test
  void aWaitEndsWhenTheCallIsCancelledThoughTheReadGoesOn() throws Exception {
    AheadRead<String> read = held();
    // While this thread waits, or before it does.
    workers.execute(call::cancel);
    assertEnds(() -> call.<String>run(read::join), Kind.CANCELLED);
    goOn.countDown();
    assertThat(read.join()).isEqualTo("held");
  }

  @Test
  void aWaitEndsWhenTheTimeIsUpThoughTheReadGoesOn() throws Exception {
    AheadRead<String> read = held();
    Call limited = call.until(Clock.SYSTEM, Clock.SYSTEM.monotonicNanos() + 1_000_000);
    assertEnds(() -> limited.<String>run(read::join), Kind.TIMEOUT);
  }

  @Test
  void aWaitEndsWhenTheThreadIsInterrupted() throws Exception {
    AheadRead<String> read = held();
    Thread.currentThread().interrupt();
    assertEnds(read::join, Kind.INTERRUPTED);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aReadThatFailedWithItsCallIsDoneAnewForAnother() {
    AtomicInteger reads = new AtomicInteger();
    AheadRead<String> read = call.run(() -> new AheadRead<>("object", () -> request(reads)));
    call.cancel();
    assertThat(new Call().<String>run(read::await)).isEqualTo("done");
    assertThat(reads).hasValue(2);
    assertEnds(() -> call.<String>run(read::await), Kind.CANCELLED);
  }

  @Test
  void whatAThreadThatWasClosedLeftBehindIsReadByWhoNeedsIt() {
    AheadRead<String> read = new AheadRead<>("object", () -> "done");
    read.cancel();
    assertThat(read.await()).isEqualTo("done");
  }

  @Test
  void aLoadOfAnotherCallDoesNotHoldAWaiterThatIsCancelled() throws Exception {
    SingleFlight<String, String> loads = new SingleFlight<>();
    workers.execute(() -> loads.get("key", "object", this::hold));
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    call.cancel();
    assertEnds(
        () -> call.<String>run(() -> loads.get("key", "object", () -> "other")), Kind.CANCELLED);
    goOn.countDown();
  }

  @Test
  void aLoadThatEndedWithItsCallIsDoneByWhoWaits() throws Exception {
    SingleFlight<String, String> loads = new SingleFlight<>();
    Supplier<String> loader =
        () -> {
          hold();
          return request(new AtomicInteger());
        };
    Supplier<String> ofCall = () -> call.run(() -> loads.get("key", "object", loader));
    workers.execute(Call.fork(ofCall));
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    call.cancel();
    goOn.countDown();
    assertThat(new Call().<String>run(() -> loads.get("key", "object", loader))).isEqualTo("done");
  }

  @Test
  void aRoundTripOfAnotherThreadCountsForWhoWaitsForIt() {
    call.<String>run(
        () -> {
          AheadRead<String> first = new AheadRead<>("first", AheadReadTest::requested);
          AheadRead<String> second = new AheadRead<>("second", AheadReadTest::requested);
          workers.execute(first::await);
          return first.await() + second.await();
        });
    assertThat(call.cost().roundTrips()).isEqualTo(1);
    assertThat(call.cost().requests()).isEqualTo(2);
  }

  private AheadRead<String> held() throws InterruptedException {
    AheadRead<String> read = new AheadRead<>("object", this::hold);
    workers.execute(read::await);
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    return read;
  }

  private String hold() {
    begun.countDown();
    try {
      assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "held";
  }

  private static String request(AtomicInteger count) {
    count.incrementAndGet();
    if (Call.current().isCancelled()) {
      throw new ObjectStoreException(
          Kind.CANCELLED, "object", "object: the call was cancelled", null);
    }
    return "done";
  }

  private static String requested() {
    Call.countRequest(1);
    return "done";
  }

  private static void assertEnds(ThrowingCallable wait, Kind kind) {
    assertThatThrownBy(wait)
        .isInstanceOfSatisfying(
            ObjectStoreException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageContaining("object");
  }
}
