package io.moraine.benchmarks.soak;

import io.moraine.api.Catalog;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CommitOutcomeUnknownException;
import io.moraine.model.CommitToken;
import io.moraine.model.Reconciliation;
import io.moraine.model.Reconciliation.Outcome;
import io.moraine.model.TakeOver;
import io.moraine.model.WriterSettings;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process that commits for some seconds and then rests while another does, one commit after the
 * other or in groups. Prints what was acknowledged and what failed.
 */
final class SoakWriter {
  private static final int GROUP = SoakLake.TABLES;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(40);
  private static final Duration LONGEST_DOUBT = Duration.ofSeconds(90);
  private static final Duration EXPIRY = Duration.ofSeconds(30);

  private final Catalog catalog;
  private final String name;
  private final Random random;
  private final boolean expires;
  private final AtomicLong number = new AtomicLong();
  private long expiredNanos = System.nanoTime();

  /** A commit. */
  @FunctionalInterface
  private interface Step {
    long commit(Catalog catalog, long table, String message);
  }

  private SoakWriter(Catalog catalog, String name, long seed) {
    this.catalog = catalog;
    this.name = name;
    this.random = new Random(seed);
    this.expires = name.startsWith("writer0");
  }

  /** Writes until its input ends. {@code args}: endpoint, name, seed. */
  public static void main(String[] args) throws Exception {
    long seed = Long.parseLong(args[2]);
    TakeOver takeOver = seed % 2 == 0 ? TakeOver.IDLE : TakeOver.FORCE;
    CatalogOptions options =
        SoakLake.options(URI.create(args[0]))
            .withWriter(new WriterSettings(takeOver, LONGEST_WAIT, Duration.ofSeconds(2)));
    ProcessFigures.startPrinting();
    while (!isOver()) {
      try (Catalog catalog = Catalog.open(options)) {
        new SoakWriter(catalog, args[1], seed).run();
      } catch (CatalogException e) {
        var unused = isBearable(e);
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  /** Whether nobody wants this process to go on. */
  static boolean isOver() throws IOException {
    return System.in.available() > 0;
  }

  private void run() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(GROUP);
    try {
      while (!isOver()) {
        work(threads);
        TimeUnit.MILLISECONDS.sleep(2000 + random.nextInt(8000));
      }
    } finally {
      threads.shutdown();
    }
  }

  private void work(ExecutorService threads) throws IOException, InterruptedException {
    boolean grouped = random.nextBoolean();
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1000 + random.nextInt(4000));
    boolean free = true;
    while (free && System.nanoTime() < until && !isOver()) {
      free = grouped ? group(threads) : attempt(SoakLake::commitRows, anyTable());
    }
    if (free && expires && System.nanoTime() - expiredNanos > EXPIRY.toNanos()) {
      expire();
    }
  }

  private long anyTable() {
    return 1L + random.nextInt(SoakLake.TABLES);
  }

  private boolean group(ExecutorService threads) throws InterruptedException {
    List<Future<Boolean>> commits = new ArrayList<>();
    for (int i = 0; i < GROUP; i++) {
      long table = 1L + i;
      commits.add(threads.submit(() -> attempt(SoakLake::commitVerbs, table)));
    }
    boolean free = true;
    for (Future<Boolean> each : commits) {
      try {
        free &= each.get();
      } catch (ExecutionException e) {
        System.out.println("failed " + e.getCause());
      }
    }
    return free;
  }

  /** Whether it makes sense to go on at once. */
  private boolean attempt(Step step, long table) throws InterruptedException {
    String message = name + "-" + number.incrementAndGet();
    try {
      System.out.println("committed " + step.commit(catalog, table, message) + " " + message);
      return true;
    } catch (CommitOutcomeUnknownException e) {
      System.out.println("refused OUTCOME_UNKNOWN");
      find(e.token(), message);
      return false;
    } catch (CatalogException e) {
      return isBearable(e);
    }
  }

  private static boolean isBearable(CatalogException e) {
    switch (e.kind()) {
      case CONFLICT, WRITER_BUSY, TIMEOUT, STORE_UNAVAILABLE, REVISION_EXPIRED, EXHAUSTED ->
          System.out.println("refused " + e.kind());
      default -> System.out.println("failed " + e);
    }
    return e.kind() == Kind.CONFLICT;
  }

  private void find(CommitToken token, String message) throws InterruptedException {
    long until = System.nanoTime() + LONGEST_DOUBT.toNanos();
    while (System.nanoTime() < until) {
      try {
        Reconciliation answer = catalog.settle(token);
        if (answer.outcome() == Outcome.COMMITTED) {
          System.out.println("committed " + token.position().snapshotId() + " " + message);
        }
        if (answer.outcome() != Outcome.UNKNOWN) {
          System.out.println("found " + answer.outcome());
          return;
        }
      } catch (CatalogException e) {
        var unused = isBearable(e);
      }
      TimeUnit.SECONDS.sleep(1);
    }
    System.out.println("found UNKNOWN");
  }

  private void expire() {
    try {
      SoakLake.expire(catalog);
      expiredNanos = System.nanoTime();
      System.out.println("expired");
    } catch (CatalogException e) {
      var unused = isBearable(e);
    }
  }
}
