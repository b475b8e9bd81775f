package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.api.FaultSweep.Outcome;
import io.moraine.api.FaultyLake.Operation;
import io.moraine.base.Call;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.S3Options.Limits;
import io.moraine.testing.ManualClock;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A call that is cancelled, or whose time is up, leaves a request that hangs, whichever it is; the
 * catalog goes on. The limits of the store itself are far away.
 */
@Timeout(3600)
class S3CancellationTest {
  private static final Duration FAR = Duration.ofHours(1);
  private static final Limits LIMITS = FaultSweep.limits(FAR, FAR);

  /** Of a call, by a clock that only passes it once the request hangs; looked at so often. */
  private static final Duration LIMIT = Duration.ofMillis(500);

  private static final int MOST_TRIES = 10;
  private static final FaultSweep SWEEP = new FaultSweep();
  private static final ExecutorService CALLERS = Executors.newCachedThreadPool();

  @AfterAll
  static void end() {
    CALLERS.shutdownNow();
    SWEEP.close();
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void aCancelledCallLeavesAHangingRequestAtOnce(Operation operation) throws Exception {
    List<String> rows = SWEEP.rowsOf(operation);
    SWEEP.play(
        operation + ", a hanging request cancelled",
        some(SWEEP.targets(operation)),
        target -> () -> cancelled(operation, rows, target.once(Fault.hang())));
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void aCallLeavesAHangingRequestWhenItsTimeIsUp(Operation operation) throws Exception {
    List<String> rows = SWEEP.rowsOf(operation);
    SWEEP.play(
        operation + ", a hanging request and a limit in time",
        some(SWEEP.targets(operation)),
        target -> () -> late(operation, rows, target));
  }

  /** Every fourth, or all in a long run. */
  private static List<FaultTarget> some(List<FaultTarget> targets) {
    return IntStream.range(0, targets.size())
        .filter(i -> i % 4 == 0 || FaultSweep.FAULTS_EACH > 1)
        .mapToObj(targets::get)
        .toList();
  }

  private static Outcome cancelled(Operation operation, List<String> rows, CountedFaults hang)
      throws Exception {
    try (FaultyLake lake = SWEEP.lake(operation, LIMITS)) {
      lake.faults(hang);
      Call call = new Call();
      Future<List<String>> result = CALLERS.submit(() -> call.run(() -> lake.perform(operation)));
      if (!hang.awaitFirst(result)) {
        return new Outcome(0, "not met");
      }
      call.cancel();
      assertFails(Kind.CANCELLED, result, hang);
      assertThat(lake.perform(operation)).isEqualTo(rows);
      return new Outcome(hang.count(), "CANCELLED");
    }
  }

  /** On a machine that stalls, the time may be up before the request is made: then once more. */
  private static Outcome late(Operation operation, List<String> rows, FaultTarget target)
      throws Exception {
    Outcome outcome = lateOnce(operation, rows, target.from(Fault.hang()));
    for (int tries = 1; outcome.faults() == 0 && tries < MOST_TRIES; tries++) {
      outcome = lateOnce(operation, rows, target.from(Fault.hang()));
    }
    return outcome;
  }

  private static Outcome lateOnce(Operation operation, List<String> rows, CountedFaults hang)
      throws Exception {
    try (FaultyLake lake = SWEEP.lake(operation, LIMITS)) {
      lake.faults(hang);
      ManualClock clock = new ManualClock(Instant.EPOCH);
      Call call = new Call().until(clock, clock.monotonicNanos() + LIMIT.toNanos());
      Future<List<String>> result = CALLERS.submit(() -> call.run(() -> lake.perform(operation)));
      if (!hang.awaitFirst(result)) {
        return new Outcome(0, "not met");
      }
      clock.advance(LIMIT);
      assertFails(Kind.TIMEOUT, result, hang);
      lake.faults(FaultRule.NONE);
      assertThat(lake.perform(operation)).isEqualTo(rows);
      return new Outcome(hang.count(), "TIMEOUT");
    }
  }

  /** It does not wait for the limits of the store. */
  private static void assertFails(Kind kind, Future<List<String>> result, CountedFaults hang) {
    assertThatThrownBy(() -> result.get(2, TimeUnit.MINUTES), "%s", hang)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).as("%s", e).isEqualTo(kind));
  }
}
