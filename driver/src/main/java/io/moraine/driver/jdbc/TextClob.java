package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A CLOB in memory. Positions count from 1. Not thread-safe. */
final class TextClob implements NClob {
  private @Nullable String content;

  TextClob(String content) {
    this.content = content;
  }

  @Override
  public long length() throws SQLException {
    return content().length();
  }

  @Override
  public String getSubString(long position, int length) throws SQLException {
    String text = content();
    int from = Lobs.offset(position, text.length());
    return text.substring(from, (int) Math.min(text.length(), (long) from + Lobs.lengthOf(length)));
  }

  @Override
  public Reader getCharacterStream() throws SQLException {
    return new StringReader(content());
  }

  @Override
  public Reader getCharacterStream(long position, long length) throws SQLException {
    return new StringReader(getSubString(position, Lobs.lengthOf(length)));
  }

  @Override
  public InputStream getAsciiStream() throws SQLException {
    return new ByteArrayInputStream(content().getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public long position(String pattern, long start) throws SQLException {
    String text = content();
    int found = text.indexOf(pattern, Lobs.offset(start, text.length()));
    return found < 0 ? -1 : found + 1L;
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    return position(Lobs.textOf(pattern), start);
  }

  @Override
  public int setString(long position, String text) throws SQLException {
    return setString(position, text, 0, text.length());
  }

  @Override
  public int setString(long position, String text, int offset, int length) throws SQLException {
    String old = content();
    int from = Lobs.offset(position, old.length());
    String rest = old.substring((int) Math.min(old.length(), (long) from + length));
    content = old.substring(0, from) + text.substring(offset, offset + length) + rest;
    return length;
  }

  @Override
  public OutputStream setAsciiStream(long position) throws SQLException {
    content();
    throw SqlErrors.unsupported("Clob.setAsciiStream");
  }

  @Override
  public Writer setCharacterStream(long position) throws SQLException {
    content();
    throw SqlErrors.unsupported("Clob.setCharacterStream");
  }

  @Override
  public void truncate(long length) throws SQLException {
    content = getSubString(1, Lobs.lengthOf(length));
  }

  @Override
  public void free() {
    content = null;
  }

  private String content() throws SQLException {
    if (content == null) {
      throw Lobs.freed();
    }
    return content;
  }
}
