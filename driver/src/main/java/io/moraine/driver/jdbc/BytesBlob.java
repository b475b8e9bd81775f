package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A BLOB in memory. Positions count from 1. Not thread-safe. */
final class BytesBlob implements Blob {
  private byte @Nullable [] content;

  /** Takes over {@code content}. */
  BytesBlob(byte[] content) {
    this.content = content;
  }

  @Override
  public long length() throws SQLException {
    return content().length;
  }

  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    byte[] bytes = content();
    int from = Lobs.offset(position, bytes.length);
    return Arrays.copyOfRange(
        bytes, from, (int) Math.min(bytes.length, (long) from + Lobs.lengthOf(length)));
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    return new ByteArrayInputStream(content());
  }

  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    return new ByteArrayInputStream(getBytes(position, Lobs.lengthOf(length)));
  }

  @Override
  public long position(byte[] pattern, long start) throws SQLException {
    byte[] bytes = content();
    for (int i = Lobs.offset(start, bytes.length); i + pattern.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + pattern.length, pattern, 0, pattern.length)) {
        return i + 1L;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    return position(Lobs.bytesOf(pattern), start);
  }

  @Override
  public int setBytes(long position, byte[] bytes) throws SQLException {
    return setBytes(position, bytes, 0, bytes.length);
  }

  @Override
  public int setBytes(long position, byte[] bytes, int offset, int length) throws SQLException {
    byte[] old = content();
    int from = Lobs.offset(position, old.length);
    byte[] changed = Arrays.copyOf(old, Math.max(old.length, from + length));
    System.arraycopy(bytes, offset, changed, from, length);
    content = changed;
    return length;
  }

  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    content();
    throw SqlErrors.unsupported("Blob.setBinaryStream");
  }

  @Override
  public void truncate(long length) throws SQLException {
    content = getBytes(1, Lobs.lengthOf(length));
  }

  @Override
  public void free() {
    content = null;
  }

  private byte[] content() throws SQLException {
    if (content == null) {
      throw Lobs.freed();
    }
    return content;
  }
}
