package io.moraine.driver.type;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Bytes as texts: printable ASCII as it is, all else and the quotes, the double quotes and the
 * backslash as {@code \xHH} with upper-case digits.
 */
final class BlobText {
  private static final String HEX = "0123456789ABCDEF";

  private BlobText() {}

  static String format(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      if (b >= 32 && b <= 126 && b != '\\' && b != '\'' && b != '"') {
        text.append((char) b);
      } else {
        text.append("\\x").append(HEX.charAt((b >> 4) & 15)).append(HEX.charAt(b & 15));
      }
    }
    return text.toString();
  }

  /** The bytes, or null if the text has other than ASCII or a backslash without {@code xHH}. */
  static byte @Nullable [] parse(String text) {
    byte[] escaped = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < escaped.length; i++) {
      if (escaped[i] < 0) {
        return null;
      }
      if (escaped[i] != '\\') {
        bytes.write(escaped[i]);
        continue;
      }
      int high = i + 3 < escaped.length && escaped[i + 1] == 'x' ? digit(escaped[i + 2]) : -1;
      int low = high < 0 ? -1 : digit(escaped[i + 3]);
      if (low < 0) {
        return null;
      }
      bytes.write((high << 4) | low);
      i += 3;
    }
    return bytes.toByteArray();
  }

  private static int digit(byte c) {
    return Character.digit((char) c, 16);
  }
}
