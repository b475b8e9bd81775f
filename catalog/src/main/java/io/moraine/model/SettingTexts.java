package io.moraine.model;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text forms of durations, sizes and times in settings; empty for what is none of them. */
public final class SettingTexts {
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})\\s*(ms|s|m|h)");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,15})\\s*(B|KB|MB|GB|KiB|MiB|GiB)?");

  private SettingTexts() {}

  /** {@code 500ms}, {@code 10s}, {@code 5m}, {@code 1h} or ISO 8601; never negative. */
  public static Optional<Duration> duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (matcher.matches()) {
      long amount = Long.parseLong(matcher.group(1));
      return Optional.of(
          switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
          });
    }
    try {
      return Optional.of(Duration.parse(text)).filter(each -> !each.isNegative());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Bytes, possibly with a unit; units are powers of 1024. Never zero. */
  public static Optional<Long> sizeBytes(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long amount = Long.parseLong(matcher.group(1));
    String unit = matcher.group(2) == null ? "B" : matcher.group(2);
    int shift =
        switch (unit.charAt(0)) {
          case 'K' -> 10;
          case 'M' -> 20;
          case 'G' -> 30;
          default -> 0;
        };
    return Optional.of(amount << shift).filter(bytes -> bytes > 0 && bytes >> shift == amount);
  }

  /** ISO 8601 with zone, or the form that DuckLake writes; the zone must be there. */
  public static Optional<Instant> instant(String text) {
    String iso =
        text.replaceFirst("^(\\S+) (\\S+)$", "$1T$2").replaceFirst("([+-]\\d\\d)$", "$1:00");
    try {
      return Optional.of(OffsetDateTime.parse(iso).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
