package io.moraine.driver.metadata;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of {@code DatabaseMetaData}: {@code %} stands for any characters, {@code _} for one,
 * and {@code \} takes the next character as it is. Upper and lower case do not matter, as in SQL.
 * No pattern matches everything.
 */
final class NamePattern {
  /** What stands before a {@code %} or {@code _} that means itself. */
  static final String ESCAPE = "\\";

  private final @Nullable Pattern pattern;

  NamePattern(@Nullable String text) {
    this.pattern = text == null ? null : compile(text);
  }

  boolean matches(String name) {
    return pattern == null || pattern.matcher(name).matches();
  }

  private static Pattern compile(String text) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each == ESCAPE.charAt(0) && i + 1 < text.length()) {
        i++;
        regex.append(Pattern.quote(text.substring(i, i + 1)));
      } else if (each == '%') {
        regex.append(".*");
      } else if (each == '_') {
        regex.append('.');
      } else {
        regex.append(Pattern.quote(String.valueOf(each)));
      }
    }
    return Pattern.compile(
        regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
  }
}
