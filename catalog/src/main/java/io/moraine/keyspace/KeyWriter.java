package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** Writes the components of one encoded key. */
final class KeyWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(32);

  KeyWriter writeByte(int value) {
    out.write(value);
    return this;
  }

  KeyWriter writeBytes(Bytes bytes) {
    out.write(bytes.array(), bytes.arrayOffset(), bytes.length());
    return this;
  }

  KeyWriter writeU64Be(long value) {
    out.writeBytes(U64.toBe(value));
    return this;
  }

  KeyWriter writeIds(List<Long> ids) {
    ids.forEach(this::writeU64Be);
    return this;
  }

  /** Writes {@code bytes} with an escape 01 before each 00 and 01, and an end 00. */
  KeyWriter writeByteString(Bytes bytes) {
    for (int i = 0; i < bytes.length(); i++) {
      int next = bytes.unsignedAt(i);
      if (next <= ByteStrings.ESCAPE) {
        out.write(ByteStrings.ESCAPE);
      }
      out.write(next);
    }
    out.write(ByteStrings.END);
    return this;
  }

  Bytes toBytes() {
    return Bytes.wrap(out.toByteArray());
  }
}
