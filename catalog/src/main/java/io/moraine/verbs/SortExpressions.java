package io.moraine.verbs;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which columns an expression in DuckDB's SQL may name, told by its words: exact for a name alone,
 * else perhaps too many.
 */
final class SortExpressions {
  private static final Pattern WORD =
      Pattern.compile("'(?:[^']|'')*'|\"((?:[^\"]|\"\")*)\"|([\\p{L}_][\\p{L}\\p{N}_$]*)");

  private SortExpressions() {}

  /** The column's name, if the expression is nothing else. */
  static Optional<String> column(String expression) {
    Matcher word = WORD.matcher(expression.strip());
    return word.matches() ? Optional.ofNullable(name(word)) : Optional.empty();
  }

  /** All names in an expression, as they are compared; words of the language among them. */
  static Set<String> names(String expression) {
    Set<String> names = new HashSet<>();
    Matcher word = WORD.matcher(expression);
    while (word.find()) {
      String name = name(word);
      if (name != null) {
        names.add(Names.fold(name));
      }
    }
    return names;
  }

  private static @org.jspecify.annotations.Nullable String name(Matcher word) {
    String quoted = word.group(1);
    return quoted == null ? word.group(2) : quoted.replace("\"\"", "\"");
  }
}
