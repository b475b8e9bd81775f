package io.moraine.driver.type;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** UUIDs as texts: 32 hexadecimal digits with hyphens anywhere, braces around them or not. */
final class UuidText {
  private static final int DIGITS = 32;

  private UuidText() {}

  /** The value, or null if the text is none. */
  static @Nullable UUID parse(String text) {
    boolean braces = text.startsWith("{");
    if (braces != text.endsWith("}") || text.isEmpty()) {
      return null;
    }
    String inner = braces ? text.substring(1, text.length() - 1) : text;
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < inner.length(); i++) {
      char c = inner.charAt(i);
      if (c == '-') {
        continue;
      }
      if (c >= 128 || Character.digit(c, 16) < 0) {
        return null;
      }
      digits.append(c);
    }
    return digits.length() == DIGITS
        ? new UUID(
            Long.parseUnsignedLong(digits, 0, DIGITS / 2, 16),
            Long.parseUnsignedLong(digits, DIGITS / 2, DIGITS, 16))
        : null;
  }
}
