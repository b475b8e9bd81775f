package io.moraine.testing.s3;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Percent-encoding as S3 wants it. */
final class UriText {
  private UriText() {}

  /** All but letters, digits and {@code - . _ ~} as {@code %XX}. */
  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }

  /** As {@link #encode}, slashes kept. */
  static String encodePath(String path) {
    return encode(path).replace("%2F", "/");
  }

  /** What {@code text} stands for; a plus sign is one. */
  static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** The parameters of a query, sorted; "" for one without value. */
  static Map<String, String> parameters(String rawQuery) {
    Map<String, String> parameters = new TreeMap<>();
    for (String each : rawQuery.split("&", -1)) {
      int equals = each.indexOf('=');
      if (!each.isEmpty()) {
        parameters.put(
            decode(equals < 0 ? each : each.substring(0, equals)),
            equals < 0 ? "" : decode(each.substring(equals + 1)));
      }
    }
    return Collections.unmodifiableMap(parameters);
  }
}
