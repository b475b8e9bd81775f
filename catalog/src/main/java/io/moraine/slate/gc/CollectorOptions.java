package io.moraine.slate.gc;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * How a collection goes about it.
 *
 * @param minAges how old an object must be to be deleted: by the time that the store tells of it,
 *     and for a table by the time in its id
 * @param fences whether fences are collected too
 * @param dryRun whether nothing is written, only counted
 * @param mostDeletions how many objects of each kind are deleted at most; the oldest go first
 */
public record CollectorOptions(
    Map<Garbage, Duration> minAges, boolean fences, boolean dryRun, int mostDeletions) {
  /** Source: the defaults in SlateDB {@code slatedb/src/config.rs} at e0161973. */
  private static final Duration DEFAULT_AGE = Duration.ofMinutes(5);

  /** Five minutes, no fences, any number of deletions. */
  public static final CollectorOptions DEFAULT =
      new CollectorOptions(Map.of(), false, false, Integer.MAX_VALUE);

  /** Fills in ages that are not given, with five minutes. */
  public CollectorOptions {
    Map<Garbage, Duration> all = new EnumMap<>(Garbage.class);
    for (Garbage each : Garbage.values()) {
      all.put(each, minAges.getOrDefault(each, DEFAULT_AGE));
    }
    minAges = Map.copyOf(all);
  }

  /** The age for objects of one kind, in milliseconds. */
  long minAgeMillis(Garbage kind) {
    return minAges.getOrDefault(kind, DEFAULT_AGE).toMillis();
  }

  /** The same with one age for all kinds. */
  public CollectorOptions withMinAge(Duration age) {
    Map<Garbage, Duration> all = new EnumMap<>(Garbage.class);
    for (Garbage each : Garbage.values()) {
      all.put(each, age);
    }
    return new CollectorOptions(all, fences, dryRun, mostDeletions);
  }

  /** The same, collecting fences or not. */
  public CollectorOptions withFences(boolean wanted) {
    return new CollectorOptions(minAges, wanted, dryRun, mostDeletions);
  }

  /** The same, writing nothing or not. */
  public CollectorOptions withDryRun(boolean wanted) {
    return new CollectorOptions(minAges, fences, wanted, mostDeletions);
  }

  /** The same with another limit. */
  public CollectorOptions withMostDeletions(int most) {
    return new CollectorOptions(minAges, fences, dryRun, most);
  }
}
