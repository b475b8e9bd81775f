package io.moraine.benchmarks.soak;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.api.Catalog;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogOptions;
import io.moraine.model.StoreInspection;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Processes that write in turn, some of which are killed now and then, and others that read, all on
 * one lake behind an S3 server that is slow and makes mistakes. Ends with exit code 1 if one of
 * them saw what it should not, if anything acknowledged was lost, or if a process or the store
 * grew.
 */
public final class Soak {
  private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("soak.seconds", 1800));
  private static final long SEED = Long.getLong("soak.seed", System.nanoTime() >>> 1);

  /** What is shorter shows nothing of growth. */
  private static final Duration SHORTEST_TO_GROW = Duration.ofMinutes(10);

  private static final Duration LONGEST_START = Duration.ofMinutes(5);

  private static final int WRITERS = 4;
  private static final int READERS = 2;
  private static final int SAMPLE_SECONDS = 10;
  private static final Duration DEAD_CHECKPOINT = Duration.ofMinutes(15);

  private static final double MOST_GROWTH = 0.3;

  /**
   * Compactions keep the tables that they merged for a quarter of an hour, leases of the dead last.
   */
  private static final Duration SETTLING = Duration.ofMinutes(20);

  /** The store, and the process that holds it in its memory. */
  private static final List<String> SLOW = List.of("store ", "server heap");

  /** What a figure may grow by besides. */
  private static final Map<String, Long> SLACK =
      Map.of(
          "heap KiB",
          4096L,
          "descriptors",
          16L,
          "threads",
          8L,
          "checkpoints",
          8L,
          "gc",
          2L,
          "compactions",
          8L);

  private final Random random = new Random(SEED);
  private final Readings readings = new Readings();
  private final Acknowledged acknowledged = new Acknowledged();
  private final BlockingQueue<String> endpoint = new LinkedBlockingQueue<>();

  @GuardedBy("this")
  private final Map<String, Integer> counts = new TreeMap<>();

  @GuardedBy("this")
  private final List<String> failures = new ArrayList<>();

  private final List<Child> writers = new ArrayList<>();
  private final List<Child> readers = new ArrayList<>();
  private int started;

  private Soak() {}

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    System.out.println(LENGTH + ", -Dsoak.seed=" + SEED);
    List<String> failures = new Soak().run();
    failures.forEach(each -> System.out.println("FAILED: " + each));
    System.exit(failures.isEmpty() ? 0 : 1);
  }

  private List<String> run() throws Exception {
    Child server =
        Child.start(
            "server", SoakServer.class, 768, this::onLine, Long.toString(random.nextLong()));
    try {
      URI address = URI.create(endpoint.take());
      CatalogOptions options = SoakLake.options(address);
      SoakLake.create(options);
      use(address, options);
    } finally {
      for (Child each : writers) {
        each.kill();
      }
      for (Child each : readers) {
        each.kill();
      }
      server.kill();
    }
    return report();
  }

  private void use(URI address, CatalogOptions options) throws Exception {
    for (int i = 0; i < WRITERS; i++) {
      writers.add(startWriter(address, i));
    }
    for (int i = 0; i < READERS; i++) {
      readers.add(start(address, "reader" + i, SoakReader.class));
    }
    awaitStart();
    long end = System.nanoTime() + LENGTH.toNanos();
    long nextSample = System.nanoTime();
    long nextKill = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    try (Catalog catalog = Catalog.open(options)) {
      while (System.nanoTime() < end) {
        if (System.nanoTime() >= nextSample) {
          sample(catalog);
          checkAlive();
          nextSample += TimeUnit.SECONDS.toNanos(SAMPLE_SECONDS);
        }
        if (System.nanoTime() >= nextKill) {
          replaceWriter(address, 1 + random.nextInt(WRITERS - 1));
          nextKill = System.nanoTime() + TimeUnit.SECONDS.toNanos(20 + random.nextInt(40));
        }
        TimeUnit.MILLISECONDS.sleep(200);
      }
      checkAlive();
      finish();
      sample(catalog);
    }
  }

  /** Until something was written and read, the machine is busy with starting the processes. */
  private void awaitStart() throws InterruptedException {
    long end = System.nanoTime() + LONGEST_START.toNanos();
    while (!hasStarted() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private synchronized boolean hasStarted() {
    return counts.containsKey("checked") && counts.containsKey("committed");
  }

  private Child start(URI address, String name, Class<?> main) throws IOException {
    started++;
    return Child.start(
        name, main, 192, this::onLine, address.toString(), name, Long.toString(random.nextLong()));
  }

  private Child startWriter(URI address, int index) throws IOException {
    return start(address, "writer" + index + (index == 0 ? "" : "." + started), SoakWriter.class);
  }

  private void replaceWriter(URI address, int index) throws Exception {
    writers.get(index).kill();
    count("killed");
    writers.set(index, startWriter(address, index));
  }

  private void finish() throws InterruptedException {
    for (Child each : readers) {
      check(each.finish(150), each.name() + " did not end well");
    }
    for (Child each : writers) {
      check(each.finish(150), each.name() + " did not end well");
    }
  }

  private void check(boolean good, String otherwise) {
    if (!good) {
      fail(otherwise);
    }
  }

  private synchronized void fail(String what) {
    System.out.println(what);
    failures.add(what);
  }

  private synchronized void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private void onLine(String name, String line) {
    String[] words = line.split(" ", 3);
    switch (words[0]) {
      case "endpoint" -> endpoint.add(words[1]);
      case "figures" -> figures(name, line.split(" "));
      case "committed" -> {
        count("committed");
        check(acknowledged.add(Long.parseLong(words[1]), words[2]), "twice: " + line);
      }
      case "checked", "expired" -> count(words[0]);
      case "refused", "found" -> countTold(name, words[0] + " " + words[1], line);
      default -> fail(name + ": " + line);
    }
  }

  /** Prints the first line of a kind. */
  private synchronized void countTold(String name, String kind, String line) {
    if (!counts.containsKey(kind)) {
      System.out.println(name + ": " + line);
    }
    count(kind);
  }

  /** Of the processes that are never killed alone. */
  private void figures(String name, String[] words) {
    if (!name.contains(".")) {
      readings.add(name + " heap KiB", Long.parseLong(words[1]));
      readings.add(name + " descriptors", Long.parseLong(words[2]));
      readings.add(name + " threads", Long.parseLong(words[3]));
    }
  }

  private void sample(Catalog catalog) {
    try {
      acknowledged.lost(catalog).forEach(each -> fail("lost: " + each));
      StoreInspection store = catalog.inspect();
      store.objects().forEach(each -> readings.add("store " + each.name(), each.objects()));
      readings.add(
          "store KiB", store.objects().stream().mapToLong(each -> each.bytes()).sum() / 1024);
      readings.add("store checkpoints", store.checkpoints().size());
      Instant dead = Instant.now().minus(DEAD_CHECKPOINT);
      store.checkpoints().stream()
          .filter(each -> each.expiresAt().filter(dead::isAfter).isPresent())
          .forEach(each -> fail("a checkpoint that nobody took away: " + each));
    } catch (CatalogException e) {
      count("sample " + e.kind());
    }
  }

  private void checkAlive() {
    for (Child each : writers) {
      check(each.isAlive(), each.name() + " ended by itself");
    }
    for (Child each : readers) {
      check(each.isAlive(), each.name() + " ended by itself");
    }
  }

  private synchronized List<String> report() {
    System.out.println(counts);
    System.out.println(acknowledged);
    System.out.println("| figure | readings | median of the first half | of the second | most |");
    System.out.println("|---|---|---|---|---|");
    List<String> grown =
        readings.grown(MOST_GROWTH, SLACK, SLOW, (int) SETTLING.toSeconds() / SAMPLE_SECONDS);
    if (LENGTH.compareTo(SHORTEST_TO_GROW) >= 0) {
      grown.forEach(each -> fail("grew: " + each));
    }
    check(hasStarted(), "nothing happened");
    return List.copyOf(failures);
  }
}
