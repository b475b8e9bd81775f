package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.api.FaultSweep.Outcome;
import io.moraine.api.FaultyLake.Operation;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.S3Options.Limits;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import java.time.Duration;
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
  private static final Duration AT_ONCE = Duration.ofSeconds(5);
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
        target -> () -> late(operation, rows, target.from(Fault.hang())));
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
    try (FaultyLake lake = SWEEP.lake(operation, Limits.DEFAULT)) {
      lake.faults(hang);
      Call call = new Call();
      Future<List<String>> result = CALLERS.submit(() -> call.run(() -> lake.perform(operation)));
      if (!hang.awaitFirst(result)) {
        return new Outcome(0, "not met");
      }
      long cancelledNanos = System.nanoTime();
      call.cancel();
      assertFailsAtOnce(Kind.CANCELLED, result, hang, cancelledNanos);
      assertThat(lake.perform(operation)).isEqualTo(rows);
      return new Outcome(hang.count(), "CANCELLED");
    }
  }

  private static Outcome late(Operation operation, List<String> rows, CountedFaults hang)
      throws Exception {
    try (FaultyLake lake = SWEEP.lake(operation, Limits.DEFAULT)) {
      lake.faults(hang);
      long limitNanos = Clock.SYSTEM.monotonicNanos() + TimeUnit.MILLISECONDS.toNanos(500);
      Call call = new Call().until(Clock.SYSTEM, limitNanos);
      Future<List<String>> result = CALLERS.submit(() -> call.run(() -> lake.perform(operation)));
      if (!hang.awaitFirst(result)) {
        return new Outcome(0, "not met");
      }
      assertFailsAtOnce(Kind.TIMEOUT, result, hang, limitNanos);
      lake.faults(FaultRule.NONE);
      assertThat(lake.perform(operation)).isEqualTo(rows);
      return new Outcome(hang.count(), "TIMEOUT");
    }
  }

  private static void assertFailsAtOnce(
      Kind kind, Future<List<String>> result, CountedFaults hang, long sinceNanos) {
    assertThatThrownBy(() -> result.get(60, TimeUnit.SECONDS), "%s", hang)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).as("%s", e).isEqualTo(kind));
    assertThat(Duration.ofNanos(Clock.SYSTEM.monotonicNanos() - sinceNanos)).isLessThan(AT_ONCE);
  }
}
