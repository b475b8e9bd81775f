package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads the streams that parameters are given as; at once, since values are held in memory. */
final class Streams {
  /** That a stream is read to its end. */
  static final long WHOLE = -1;

  private Streams() {}

  static byte @Nullable [] bytes(@Nullable InputStream stream, long length) throws SQLException {
    if (stream == null) {
      return null;
    }
    try {
      byte[] bytes =
          length == WHOLE ? stream.readAllBytes() : stream.readNBytes(Lobs.lengthOf(length));
      requireLength(bytes.length, length);
      return bytes;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  static @Nullable String text(@Nullable InputStream stream, long length, Charset charset)
      throws SQLException {
    byte[] bytes = bytes(stream, length);
    return bytes == null ? null : new String(bytes, charset);
  }

  static @Nullable String text(@Nullable Reader reader, long length) throws SQLException {
    if (reader == null) {
      return null;
    }
    long most = length == WHOLE ? Integer.MAX_VALUE : Lobs.lengthOf(length);
    StringBuilder text = new StringBuilder();
    char[] buffer = new char[8192];
    try {
      while (text.length() < most) {
        int read = reader.read(buffer, 0, (int) Math.min(buffer.length, most - text.length()));
        if (read < 0) {
          break;
        }
        text.append(buffer, 0, read);
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    requireLength(text.length(), length);
    return text.toString();
  }

  private static void requireLength(int found, long expected) throws SQLException {
    if (expected != WHOLE && found != expected) {
      throw SqlErrors.of(
          SqlState.INVALID_LENGTH,
          "the stream ended after " + found + " of the " + expected + " that were announced");
    }
  }

  private static SQLException unreadable(IOException cause) {
    return SqlErrors.of(
        SqlState.INVALID_DATA, "the stream cannot be read: " + cause.getMessage(), cause);
  }
}
