package io.moraine.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The extra statistics of GEOMETRY columns: a box around all values and what kinds of values there
 * are, as JSON.
 *
 * <p>Source: DuckLake specification 1.0, "ducklake_file_column_stats".
 */
final class GeometryBoxes {
  private static final List<String> SIDES =
      List.of("xmin", "xmax", "ymin", "ymax", "zmin", "zmax", "mmin", "mmax");
  private static final String NUMBER = "-?\\d[\\d.]*(?:[eE][+-]?\\d+)?";
  private static final Pattern TYPES = Pattern.compile("\"types\"\\s*:\\s*\\[([^\\]]*)\\]");
  private static final Pattern TYPE = Pattern.compile("\"([^\"\\\\]*)\"");

  private GeometryBoxes() {}

  /** What holds of the values of both; null, for unknown, if one of them is. */
  static @Nullable String union(@Nullable String one, @Nullable String other) {
    if (one == null || other == null || one.equals(other)) {
      return one == null ? null : other;
    }
    List<String> sides = new ArrayList<>();
    for (String side : SIDES) {
      sides.add("\"" + side + "\": " + wider(side, find(side, one), find(side, other)));
    }
    TreeSet<String> types = new TreeSet<>(types(one));
    types.addAll(types(other));
    return "{\"bbox\": {"
        + String.join(", ", sides)
        + "}, \"types\": ["
        + types.stream().map(type -> "\"" + type + "\"").collect(Collectors.joining(", "))
        + "]}";
  }

  /** A side that one of them lacks says nothing: all its values lack the coordinate. */
  private static @Nullable String wider(String side, @Nullable String one, @Nullable String other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    boolean less = Double.parseDouble(one) < Double.parseDouble(other);
    return less == side.endsWith("min") ? one : other;
  }

  private static @Nullable String find(String side, String json) {
    Matcher matcher = Pattern.compile("\"" + side + "\"\\s*:\\s*(" + NUMBER + ")").matcher(json);
    return matcher.find() ? matcher.group(1) : null;
  }

  private static List<String> types(String json) {
    Matcher list = TYPES.matcher(json);
    return list.find()
        ? TYPE.matcher(list.group(1)).results().map(type -> type.group(1)).toList()
        : List.of();
  }
}
