package io.moraine.testing.s3;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times in headers, such as {@code Fri, 31 Jan 2025 08:05:00 GMT}. */
final class HttpTime {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private HttpTime() {}

  static String format(long millis) {
    return FORMAT.format(Instant.ofEpochMilli(millis));
  }
}
