package io.moraine.api;

import io.moraine.api.LakeSample.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The samples of a period. */
final class LakePeriod {
  private static final int WIDTH = 18;

  private final String name;
  private final List<LakeSample> samples = new ArrayList<>();

  LakePeriod(String name) {
    this.name = name;
  }

  void add(LakeSample sample) {
    samples.add(sample);
  }

  String name() {
    return name;
  }

  /** The mean of a figure. */
  double mean(Figure figure) {
    return samples.stream().mapToDouble(each -> each.get(figure)).average().orElse(0);
  }

  /** The most of a figure. */
  double most(Figure figure) {
    return samples.stream().mapToDouble(each -> each.get(figure)).max().orElse(0);
  }

  /** Above the lines of {@link #toString}. */
  static String heading() {
    return line("", Stream.of(Figure.values()).map(each -> each.name().toLowerCase(Locale.ROOT)));
  }

  /** A line of a table: of each figure mean and most. */
  @Override
  public String toString() {
    return line(
        name,
        Stream.of(Figure.values())
            .map(each -> String.format(Locale.ROOT, " %,.1f/%,.0f", mean(each), most(each))));
  }

  private static String line(String first, Stream<String> cells) {
    return String.format(Locale.ROOT, "%-10s", first)
        + cells
            .map(each -> String.format(Locale.ROOT, "%" + WIDTH + "s", each))
            .collect(Collectors.joining());
  }
}
