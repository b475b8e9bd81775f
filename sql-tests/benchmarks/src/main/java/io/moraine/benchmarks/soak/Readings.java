package io.moraine.benchmarks.soak;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Figures as they were read, in the order of time. Thread-safe. */
final class Readings {
  @GuardedBy("this")
  private final Map<String, List<Long>> series = new TreeMap<>();

  /** Adds a reading. */
  synchronized void add(String figure, long value) {
    series.computeIfAbsent(figure, name -> new ArrayList<>()).add(value);
  }

  /**
   * A line for each figure that grew by more than a share and an amount; prints all of them.
   *
   * @param slow what the names of figures begin with that take long to settle
   * @param settling how many of their readings do not count
   */
  synchronized List<String> grown(
      double share, Map<String, Long> slack, List<String> slow, int settling) {
    List<String> grown = new ArrayList<>();
    series.forEach(
        (figure, all) -> {
          int left = slow.stream().anyMatch(figure::startsWith) ? settling : 0;
          List<Long> values = all.subList(Math.min(left, all.size()), all.size());
          int half = values.size() / 2;
          long first = median(values.subList(0, half));
          long second = median(values.subList(half, values.size()));
          String kind = figure.substring(figure.indexOf(' ') + 1);
          String line =
              String.format(
                  Locale.ROOT,
                  "| %-28s | %8d | %10d | %10d | %10d |",
                  figure,
                  values.size(),
                  first,
                  second,
                  values.stream().mapToLong(Long::longValue).max().orElse(0));
          System.out.println(line);
          if (second > first * (1 + share) + slack.getOrDefault(kind, 0L)) {
            grown.add(line);
          }
        });
    return grown;
  }

  private static long median(List<Long> values) {
    return values.isEmpty() ? 0 : values.stream().sorted().toList().get(values.size() / 2);
  }
}
