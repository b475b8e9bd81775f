package io.moraine.slate.format;

import java.util.Optional;

/**
 * A 128-bit id: 48 bits of milliseconds since 1970-01-01 UTC, then 80 random bits. Ordered as an
 * unsigned number, which is also the order of its text.
 *
 * @param high the most significant 64 bits
 * @param low the least significant 64 bits
 */
public record Ulid(long high, long low) implements Comparable<Ulid> {
  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int TEXT_LENGTH = 26;

  /** Reads the 26 upper-case digits of Crockford's base 32; empty if {@code text} is not that. */
  public static Optional<Ulid> parse(String text) {
    if (text.length() != TEXT_LENGTH || text.charAt(0) > '7') {
      return Optional.empty();
    }
    long high = 0;
    long low = 0;
    for (int i = 0; i < TEXT_LENGTH; i++) {
      int digit = DIGITS.indexOf(text.charAt(i));
      if (digit < 0) {
        return Optional.empty();
      }
      high = high << 5 | low >>> 59;
      low = low << 5 | digit;
    }
    return Optional.of(new Ulid(high, low));
  }

  /** When the id was made, milliseconds since 1970-01-01 UTC. */
  public long timestampMillis() {
    return high >>> 16;
  }

  @Override
  public int compareTo(Ulid other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }

  /** The 26 upper-case digits of Crockford's base 32, most significant first. */
  @Override
  public String toString() {
    char[] text = new char[TEXT_LENGTH];
    long restHigh = high;
    long restLow = low;
    for (int i = TEXT_LENGTH - 1; i >= 0; i--) {
      text[i] = DIGITS.charAt((int) (restLow & 31));
      restLow = restLow >>> 5 | restHigh << 59;
      restHigh >>>= 5;
    }
    return new String(text);
  }
}
