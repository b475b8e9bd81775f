package io.moraine.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class CallTest {
  private final Call call = new Call();

  private static Call.Fork<Integer> request(int bytes) {
    return Call.fork(
        () -> {
          Call.countRequest(bytes);
          return bytes;
        });
  }

  private static int join(Call.Fork<Integer> fork) {
    try {
      fork.run();
      return fork.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private long roundTrips(Runnable work) {
    call.run(
        () -> {
          work.run();
          return "";
        });
    return call.cost().roundTrips();
  }

  @Test
  void requestsOfOneThreadFollowEachOther() {
    assertThat(
            roundTrips(
                () -> {
                  Call.countRequest(1);
                  Call.countRequest(2);
                }))
        .isEqualTo(2);
    assertThat(call.cost().bytes()).isEqualTo(3);
    assertThat(roundTrips(() -> Call.countRequest(0))).isEqualTo(3);
  }

  @Test
  void forksThatWereMadeBeforeAnyWasAwaitedMakeOneRoundTrip() {
    assertThat(
            roundTrips(
                () -> {
                  List<Call.Fork<Integer>> forks = List.of(request(1), request(2), request(3));
                  forks.forEach(CallTest::join);
                }))
        .isEqualTo(1);
    assertThat(call.cost().requests()).isEqualTo(3);
  }

  @Test
  void aWindowOfRequestsMakesARoundTripEachTimeItHasMovedByItsSize() {
    int window = 4;
    assertThat(
            roundTrips(
                () -> {
                  List<Call.Fork<Integer>> under = new ArrayList<>();
                  for (int i = 0; i < 12; i++) {
                    if (under.size() == window) {
                      join(under.remove(0));
                    }
                    under.add(request(1));
                  }
                  under.forEach(CallTest::join);
                }))
        .isEqualTo(3);
  }

  @Test
  void whatNobodyAwaitsDelaysNobody() throws Exception {
    call.run(
        () -> {
          request(1).run();
          return "";
        });
    assertThat(call.cost().requests()).isEqualTo(1);
    assertThat(call.cost().roundTrips()).isZero();
  }

  @Test
  void workersWorkForTheCallOfWhoAsks() throws Exception {
    try (Workers workers = new Workers("call", 4)) {
      Supplier<Boolean> task =
          () -> {
            Call.countRequest(1);
            return Call.current().isCancelled();
          };
      call.cancel();
      assertThat(call.<List<Boolean>>run(() -> runAll(workers, List.of(task, task, task))))
          .containsOnly(true);
      assertThat(call.cost()).isEqualTo(new Call.Cost(3, 3, 1, 0, 0));
    }
  }

  private static <T> List<T> runAll(Workers workers, List<Supplier<T>> tasks) {
    try {
      return workers.runAll(tasks);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aThreadWorksForItsCallOnlyWhileItRuns() {
    Call other = new Call();
    call.run(
        () -> {
          assertThat(Call.current()).isSameAs(call);
          other.run(
              () -> {
                Call.countRequest(5);
                return "";
              });
          assertThat(Call.current()).isSameAs(call);
          return "";
        });
    assertThat(Call.current()).isNotSameAs(call);
    assertThat(call.cost().requests()).isZero();
    assertThat(other.cost().requests()).isEqualTo(1);
  }

  @Test
  void cancellingRunsWhatWaits() {
    AtomicInteger runs = new AtomicInteger();
    Runnable takeBack = call.onCancel(runs::incrementAndGet);
    takeBack.run();
    call.until(Clock.SYSTEM, Long.MAX_VALUE).onCancel(() -> runs.addAndGet(10));
    call.cancel();
    assertThat(runs).hasValue(10);
    assertThat(call.isCancelled()).isTrue();
    call.onCancel(() -> runs.addAndGet(100));
    assertThat(runs).hasValue(110);
  }

  @Test
  void theShortestLimitCounts() {
    assertThat(call.remainingNanos()).isEqualTo(Long.MAX_VALUE);
    Clock still =
        new Clock() {
          @Override
          public long wallMillis() {
            return 0;
          }

          @Override
          public long monotonicNanos() {
            return 1000;
          }
        };
    Call limited = call.until(still, 1500);
    assertThat(limited.remainingNanos()).isEqualTo(500);
    assertThat(limited.until(still, 1200).remainingNanos()).isEqualTo(200);
    assertThat(limited.until(still, 2000).remainingNanos()).isEqualTo(500);
  }
}
