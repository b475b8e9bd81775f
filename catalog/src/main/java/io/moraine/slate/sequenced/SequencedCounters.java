package io.moraine.slate.sequenced;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Adds up how a folder's newest object was found. Thread-safe. */
final class SequencedCounters {
  private static final int MOST_PROBES = 4;

  private final LongAdder cacheHits = new LongAdder();
  private final LongAdder probesFound = new LongAdder();
  private final LongAdder probesMissing = new LongAdder();
  private final LongAdder readAdvances = new LongAdder();
  private final LongAdder writeAdvances = new LongAdder();
  private final LongAdder boundaryInvalidations = new LongAdder();
  private final LongAdder deletions = new LongAdder();
  private final List<LongAdder> readsByProbes = new ArrayList<>();
  private final Map<FallBack, LongAdder> fallBacks = new EnumMap<>(FallBack.class);

  SequencedCounters() {
    for (int i = 0; i <= MOST_PROBES; i++) {
      readsByProbes.add(new LongAdder());
    }
    for (FallBack each : FallBack.values()) {
      fallBacks.put(each, new LongAdder());
    }
  }

  /**
   * A search that found something.
   *
   * @param probes successors that it asked for
   * @param hit whether what was remembered was still the newest
   */
  void read(int probes, boolean hit) {
    readsByProbes.get(Math.min(probes, MOST_PROBES)).increment();
    if (hit) {
      cacheHits.increment();
    }
  }

  void probe(boolean found) {
    (found ? probesFound : probesMissing).increment();
  }

  void readAdvance() {
    readAdvances.increment();
  }

  void writeAdvance() {
    writeAdvances.increment();
  }

  void boundaryInvalidation() {
    boundaryInvalidations.increment();
  }

  void deletion() {
    deletions.increment();
  }

  void fallBack(FallBack why) {
    LongAdder counter = fallBacks.get(why);
    if (counter != null) {
      counter.increment();
    }
  }

  SequencedFigures.Counts counts() {
    Map<FallBack, Long> byReason = new EnumMap<>(FallBack.class);
    fallBacks.forEach((why, count) -> byReason.put(why, count.sum()));
    return new SequencedFigures.Counts(
        cacheHits.sum(),
        probesFound.sum(),
        probesMissing.sum(),
        readAdvances.sum(),
        writeAdvances.sum(),
        boundaryInvalidations.sum(),
        deletions.sum(),
        readsByProbes.stream().map(LongAdder::sum).toList(),
        byReason);
  }
}
