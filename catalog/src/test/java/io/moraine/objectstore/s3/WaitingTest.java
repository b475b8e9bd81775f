package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How waiting for a request ends before there is an answer. */
class WaitingTest {
  private final S3Fixture s3 = new S3Fixture();
  private final ObjectStore store = s3.open(S3Fixture.PATIENT);

  WaitingTest() {
    s3.server().put("lakes", "shop/wal/1.sst", Bytes.utf8("content"));
  }

  @AfterEach
  void close() {
    assertThat(Thread.interrupted()).isFalse();
    s3.close();
  }

  /** With these it waits for an answer, for the rest of a body, for the next attempt. */
  static Stream<Fault> waits() {
    return Stream.of(Fault.hang(), Fault.drip(Duration.ofDays(1)), Fault.slowDown());
  }

  @ParameterizedTest
  @MethodSource("waits")
  void aCancelledCallEndsIt(Fault fault) throws Exception {
    Call call = new Call();
    ObjectStoreException error =
        errorWhileWaiting(fault, thread -> call.cancel(), () -> call.run(() -> read()));
    assertThat(error.kind()).isEqualTo(Kind.CANCELLED);
    assertThat(error).hasMessageStartingWith("s3://lakes/shop/wal/1.sst: the call was cancelled");
  }

  @ParameterizedTest
  @MethodSource("waits")
  void anInterruptEndsItAndIsKept(Fault fault) throws Exception {
    ObjectStoreException error = errorWhileWaiting(fault, Thread::interrupt, this::read);
    assertThat(error.kind()).isEqualTo(Kind.INTERRUPTED);
    assertThat(Thread.interrupted()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("waits")
  void aClosedStoreEndsIt(Fault fault) throws Exception {
    ObjectStoreException error = errorWhileWaiting(fault, thread -> store.close(), this::read);
    assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(error).hasMessageContaining("the store was closed");
  }

  @ParameterizedTest
  @MethodSource("waits")
  void theTimeOfTheCallEndsIt(Fault fault) {
    s3.server().faults(FaultRule.always(each -> true, fault));
    Call call = new Call().until(Clock.SYSTEM, Clock.SYSTEM.monotonicNanos() + 300_000_000L);
    ObjectStoreException error = S3Fixture.errorOf(() -> call.run(this::read));
    assertThat(error.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(error).hasMessageContaining("the time of the call is up");
  }

  @Test
  void aCallThatEndedWhileItWaitedForAPlaceLeavesThePlaceToOthers() {
    InFlightLimit limit = new InFlightLimit(1);
    var first = limit.take();
    var second = limit.take();
    var third = limit.take();
    assertThat(List.of(first.isDone(), second.isDone(), third.isDone()))
        .containsExactly(true, false, false);
    limit.giveUp(second);
    limit.release();
    assertThat(third).isCompleted();
    limit.release();
    var fourth = limit.take();
    limit.giveUp(fourth);
    assertThat(limit.take()).isCompleted();
  }

  @Test
  void onlyAQuarterThatIsFreeGivesSparePlaces() {
    InFlightLimit limit = new InFlightLimit(8);
    for (int i = 0; i < 6; i++) {
      assertThat(limit.take()).isCompleted();
    }
    assertThat(limit.takeSpare()).isTrue();
    assertThat(limit.takeSpare()).isFalse();
    assertThat(limit.take()).isCompleted();
    assertThat(limit.take()).isNotCompleted();
  }

  private Bytes read() {
    return store.read("wal/1.sst");
  }

  /** The error of {@code call} in this thread, ended by another once it waits. */
  private ObjectStoreException errorWhileWaiting(
      Fault fault, Consumer<Thread> end, ThrowingCallable call) throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    Thread waiting = Thread.currentThread();
    FutureTask<Boolean> ending =
        new FutureTask<>(
            () -> {
              arrived.await();
              end.accept(waiting);
              return true;
            });
    new Thread(ending).start();
    s3.server()
        .faults(
            request -> {
              arrived.countDown();
              return fault;
            });
    ObjectStoreException error = S3Fixture.errorOf(call);
    boolean interrupted = Thread.interrupted();
    assertThat(ending.get()).isTrue();
    if (interrupted) {
      waiting.interrupt();
    }
    return error;
  }
}
