package io.moraine.driver.type;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Truth values as texts. */
final class BooleanText {
  private BooleanText() {}

  /** The value, or null if the text is none. White space around it isn't skipped. */
  @SuppressWarnings("NullAway") // null stands for a text that is no truth value
  static @Nullable Boolean parse(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "t", "yes", "y", "1" -> Boolean.TRUE;
      case "false", "f", "no", "n", "0" -> Boolean.FALSE;
      default -> null;
    };
  }
}
