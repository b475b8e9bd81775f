package io.moraine.slate.sequenced;

import java.util.OptionalLong;

/**
 * Names of objects that are numbered: 20 decimal digits and a suffix. Names are ordered as the
 * numbers are, which are unsigned 64 bits.
 *
 * @param suffix what follows the digits
 */
public record NumberedNames(String suffix) {
  private static final int DIGITS = 20;

  /** The name of the object numbered {@code id}. */
  public String of(long id) {
    String digits = Long.toUnsignedString(id);
    return "0".repeat(DIGITS - digits.length()) + digits + suffix;
  }

  /** The number in {@code name}; empty if it is the name of something else. */
  public OptionalLong idIn(String name) {
    if (name.length() != DIGITS + suffix.length() || !name.endsWith(suffix)) {
      return OptionalLong.empty();
    }
    String digits = name.substring(0, DIGITS);
    if (!digits.chars().allMatch(each -> each >= '0' && each <= '9')) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseUnsignedLong(digits));
    } catch (NumberFormatException tooLarge) {
      return OptionalLong.empty();
    }
  }
}
