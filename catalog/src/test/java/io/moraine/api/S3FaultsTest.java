package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.api.FaultSweep.Outcome;
import io.moraine.api.FaultyLake.Operation;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.S3Options.Limits;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever goes wrong with a request to S3, whichever it is: what happens once is not noticed, and
 * what stays ends in a typed error in time. Wrong rows never come of it, and the catalog goes on
 * when it is over.
 */
@Timeout(3600)
class S3FaultsTest {
  /** Time for many attempts, also on a busy machine. */
  private static final Limits PATIENT =
      FaultSweep.limits(Duration.ofSeconds(1), Duration.ofMinutes(10));

  private static final Limits IMPATIENT =
      FaultSweep.limits(Duration.ofMillis(200), Duration.ofMillis(700));
  private static final Duration GUARD = Duration.ofMinutes(2);
  private static final Set<Kind> IN_TIME = Set.of(Kind.STORE_UNAVAILABLE, Kind.TIMEOUT);

  /** Nothing tells an answer that is whole by its own account from an object that is damaged. */
  private static final Fault SHORT_BODY = Fault.shortBody();

  private static final List<Fault> FAULTS =
      List.of(
          Fault.internalError(),
          Fault.slowDown(),
          Fault.tooManyRequests(),
          Fault.conflict(),
          Fault.hang(),
          Fault.resetBefore(),
          Fault.resetAfter(),
          Fault.truncate(),
          SHORT_BODY,
          Fault.drip(Duration.ofMillis(150)),
          Fault.wrongEtag());

  private static final long SEED = Long.getLong("moraine.s3.faults.seed", 20261130);
  private static final int PAIRS = 10 * FaultSweep.FAULTS_EACH;

  private static final FaultSweep SWEEP = new FaultSweep();

  /** One fault of one request. */
  private record Pair(FaultTarget target, Fault fault) {}

  @AfterAll
  static void end() {
    SWEEP.close();
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void aFaultThatHappensOnceIsNotNoticed(Operation operation) throws Exception {
    List<String> rows = SWEEP.rowsOf(operation);
    SWEEP.play(
        operation + ", a fault once",
        inTurn(SWEEP.targets(operation)),
        pair -> () -> passing(operation, rows, List.of(pair.target().once(pair.fault()))));
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void twoFaultsAreNotNoticedEither(Operation operation) throws Exception {
    List<String> rows = SWEEP.rowsOf(operation);
    List<FaultTarget> targets = SWEEP.targets(operation);
    SplittableRandom random = new SplittableRandom(SEED + operation.name().hashCode());
    List<List<CountedFaults>> two = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      two.add(List.of(any(targets, random), any(targets, random)));
    }
    SWEEP.play(
        operation + ", two faults by seed " + SEED,
        two,
        faults -> () -> passing(operation, rows, faults));
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void aFaultThatStaysEndsInATypedErrorInTime(Operation operation) throws Exception {
    List<String> rows = SWEEP.rowsOf(operation);
    SWEEP.play(
        operation + ", a fault that stays",
        inTurn(SWEEP.targets(operation)),
        pair -> () -> staying(operation, rows, pair.target().from(pair.fault())));
  }

  /** Each request with some of the faults, so that all requests and all faults occur. */
  private static List<Pair> inTurn(List<FaultTarget> targets) {
    List<Pair> pairs = new ArrayList<>();
    for (FaultTarget target : targets) {
      for (int i = 0; i < FaultSweep.FAULTS_EACH; i++) {
        pairs.add(new Pair(target, FAULTS.get(pairs.size() % FAULTS.size())));
      }
    }
    return pairs;
  }

  private static CountedFaults any(List<FaultTarget> targets, SplittableRandom random) {
    return targets
        .get(random.nextInt(targets.size()))
        .once(FAULTS.get(random.nextInt(FAULTS.size())));
  }

  private static Outcome passing(
      Operation operation, List<String> rows, List<CountedFaults> faults) {
    FaultRule rule = FaultRule.NONE;
    for (CountedFaults each : faults) {
      rule = rule.or(each);
    }
    try (FaultyLake lake = SWEEP.lake(operation, PATIENT)) {
      lake.faults(rule);
      assertThat(lake.perform(operation)).as("%s", faults).isEqualTo(rows);
    } catch (CatalogException e) {
      throw new AssertionError(faults + ": " + e.kind(), e);
    }
    return new Outcome(faults.stream().mapToInt(CountedFaults::count).sum(), "right rows");
  }

  private static Outcome staying(Operation operation, List<String> rows, CountedFaults faults) {
    try (FaultyLake lake = SWEEP.lake(operation, IMPATIENT)) {
      lake.faults(faults);
      long began = System.nanoTime();
      String end = end(lake, operation, rows, faults);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(GUARD);
      lake.faults(FaultRule.NONE);
      assertThat(lake.performPatiently(operation)).as("after %s", faults).isEqualTo(rows);
      return new Outcome(faults.count(), end);
    }
  }

  private static String end(
      FaultyLake lake, Operation operation, List<String> rows, CountedFaults faults) {
    try {
      assertThat(lake.perform(operation)).as("%s", faults).isEqualTo(rows);
      return "right rows";
    } catch (CatalogException e) {
      boolean damage = faults.fault() == SHORT_BODY && e.kind() == Kind.CORRUPTION;
      assertThat(damage || IN_TIME.contains(e.kind())).as("%s: %s", faults, e).isTrue();
      return e.kind().name();
    }
  }
}
