package io.moraine.objectstore;

import io.moraine.objectstore.RequestCounts.Count;
import io.moraine.objectstore.RequestCounts.ObjectKind;
import io.moraine.objectstore.RequestCounts.Operation;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Adds up what the requests to one store have cost. Thread-safe. */
public final class RequestTally {
  private final Map<ObjectKind, Counter> counters = new EnumMap<>(ObjectKind.class);

  private static final class Counter {
    private final LongAdder reads = new LongAdder();
    private final LongAdder listings = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final LongAdder deletions = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder errors = new LongAdder();
    private final LongAdder retries = new LongAdder();
    private final LongAdder hedges = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    private LongAdder of(Operation operation) {
      return switch (operation) {
        case READ -> reads;
        case LIST -> listings;
        case WRITE -> writes;
        case DELETE -> deletions;
      };
    }

    private Count count() {
      return new Count(
          reads.sum(),
          listings.sum(),
          writes.sum(),
          deletions.sum(),
          bytes.sum(),
          errors.sum(),
          retries.sum(),
          hedges.sum(),
          nanos.sum());
    }
  }

  /** Nothing yet. */
  public RequestTally() {
    for (ObjectKind kind : ObjectKind.values()) {
      counters.put(kind, new Counter());
    }
  }

  /**
   * Adds a request that was answered, be it with an error.
   *
   * @param path the object or folder, a folder with a slash at its end
   * @param carriedBytes bytes of content that it carried
   * @param failed whether it failed otherwise than for want of an object
   * @param nanos how long it took, further attempts included
   */
  void add(String path, Operation operation, long carriedBytes, boolean failed, long nanos) {
    Counter counter = counter(path);
    counter.of(operation).increment();
    counter.bytes.add(carriedBytes);
    counter.nanos.add(nanos);
    if (failed) {
      counter.errors.increment();
    }
  }

  /** Adds a further attempt after one that failed. */
  public void addRetry(String path) {
    counter(path).retries.increment();
  }

  /** Adds a second request beside one that took long. */
  public void addHedge(String path) {
    counter(path).hedges.increment();
  }

  /** What was counted so far. Requests that are answered meanwhile may be counted in part. */
  public RequestCounts counts() {
    Map<ObjectKind, Count> counts = new EnumMap<>(ObjectKind.class);
    counters.forEach((kind, counter) -> counts.put(kind, counter.count()));
    return new RequestCounts(counts);
  }

  private Counter counter(String path) {
    Counter counter = counters.get(ObjectKind.of(path));
    if (counter == null) {
      throw new IllegalStateException("every kind has its counter");
    }
    return counter;
  }
}
