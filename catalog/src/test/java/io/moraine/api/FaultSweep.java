package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.api.FaultyLake.Operation;
import io.moraine.model.S3Options.Limits;
import io.moraine.testing.s3.S3Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs the cases of a test of faults, several at a time, as they mostly wait, and prints what
 * became of them.
 */
final class FaultSweep implements AutoCloseable {
  /** Of the faults, each request meets so many, in turn. With all, this takes many minutes. */
  static final int FAULTS_EACH = Integer.getInteger("moraine.s3.faults", 1);

  /** To netty each request that is given up is worth a warning. Held, as the level goes with it. */
  private static final Logger NETTY = Logger.getLogger("io.netty");

  static {
    NETTY.setLevel(Level.SEVERE);
  }

  private final FaultyServer server = new FaultyServer();
  private final ExecutorService threads = Executors.newFixedThreadPool(12);

  /** One case of a test. */
  interface Case {
    /** Does it. */
    Outcome play() throws Exception;
  }

  /**
   * What became of one case.
   *
   * @param faults how many requests went wrong
   * @param word the end, for the report
   */
  record Outcome(int faults, String word) {}

  /** A lake that nobody has read yet, where {@code operation} begins. */
  FaultyLake lake(Operation operation, Limits limits) {
    return server.lake(operation, limits);
  }

  /** What an operation reads that goes well. */
  List<String> rowsOf(Operation operation) {
    try (FaultyLake lake = server.lake(operation, S3Server.PATIENT)) {
      return lake.perform(operation);
    }
  }

  /** The requests of an operation that goes well. */
  List<FaultTarget> targets(Operation operation) {
    try (FaultyLake lake = server.lake(operation, S3Server.PATIENT)) {
      int before = lake.log().size();
      lake.perform(operation);
      return FaultTarget.of(lake.log().subList(before, lake.log().size()));
    }
  }

  /** Limits for tests: no hedging, and many connections. */
  static Limits limits(Duration attempt, Duration total) {
    return new Limits(S3Server.PATIENT.connectTimeout(), attempt, total, 64, false);
  }

  /** Plays the cases that {@code made} makes of {@code things}; fails with the first that does. */
  <T> void play(String title, List<T> things, Function<T, Case> made) throws Exception {
    List<Callable<Outcome>> cases = new ArrayList<>();
    for (T each : things) {
      Case played = made.apply(each);
      cases.add(played::play);
    }
    Map<String, Integer> ends = new TreeMap<>();
    int met = 0;
    int faults = 0;
    for (Future<Outcome> each : threads.invokeAll(cases)) {
      Outcome outcome = each.get();
      met += outcome.faults() > 0 ? 1 : 0;
      faults += outcome.faults();
      ends.merge(outcome.word(), 1, Integer::sum);
    }
    System.out.printf("%s: %d cases, %d faults, %s%n", title, cases.size(), faults, ends);
    assertThat(met).as("cases in which the request was made").isGreaterThan(cases.size() / 2);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    server.close();
  }
}
