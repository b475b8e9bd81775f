package io.moraine.commit;

import java.util.Map;
import java.util.TreeMap;

/** What came of the operations of a simulation, by what they were and how they ended. */
final class SimulatedEnds {
  private final Map<String, Integer> counts = new TreeMap<>();

  void count(String what, String end) {
    add(what + " " + end, 1);
  }

  void add(String what, int count) {
    counts.merge(what, count, Integer::sum);
  }

  Map<String, Integer> counts() {
    return counts;
  }
}
