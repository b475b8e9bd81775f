package io.moraine.model;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * How a store is collected.
 *
 * @param minAges how old objects must be, five minutes where nothing is given: by the time at which
 *     the store wrote them, and for a table by the time in its id
 * @param fences whether fences are collected too, those that are a day old at least
 * @param dryRun whether nothing is written, only counted
 */
public record CollectionOptions(
    Map<CollectedKind, Duration> minAges, boolean fences, boolean dryRun) {
  /** Five minutes for everything, fences kept. */
  public static final CollectionOptions DEFAULT = new CollectionOptions(Map.of(), false, false);

  /**
   * Checks the ages.
   *
   * @throws CatalogException of kind INVALID_REQUEST if one cannot be meant
   */
  public CollectionOptions {
    minAges = Map.copyOf(minAges);
    minAges.values().forEach(age -> CatalogOptions.checkTime("minAge", age));
  }

  /** The same with one age for all kinds. */
  public CollectionOptions withMinAge(Duration age) {
    Map<CollectedKind, Duration> all = new EnumMap<>(CollectedKind.class);
    for (CollectedKind each : CollectedKind.values()) {
      all.put(each, age);
    }
    return new CollectionOptions(all, fences, dryRun);
  }

  /** The same with another age for one kind. */
  public CollectionOptions withMinAge(CollectedKind kind, Duration age) {
    Map<CollectedKind, Duration> all = new EnumMap<>(CollectedKind.class);
    all.putAll(minAges);
    all.put(kind, age);
    return new CollectionOptions(all, fences, dryRun);
  }

  /** The same, collecting fences or not. */
  public CollectionOptions withFences(boolean wanted) {
    return new CollectionOptions(minAges, wanted, dryRun);
  }

  /** The same, writing nothing or not. */
  public CollectionOptions withDryRun(boolean wanted) {
    return new CollectionOptions(minAges, fences, wanted);
  }
}
