package io.moraine.keyspace;

import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Reads the components of one encoded key. */
final class KeyReader {
  private final Bytes key;
  private int position;

  KeyReader(Bytes key) {
    this.key = key;
  }

  int readByte(String what) {
    if (position == key.length()) {
      throw Corruption.inKey(key, "ends at offset " + position + " before its " + what);
    }
    return key.unsignedAt(position++);
  }

  long readU64Be(String what) {
    if (key.length() - position < Long.BYTES) {
      throw Corruption.inKey(key, "ends within its " + what + " at offset " + position);
    }
    long value = U64.readBe(key, position);
    position += Long.BYTES;
    return value;
  }

  List<Long> readIds(List<String> names) {
    List<Long> ids = new ArrayList<>(names.size());
    for (String name : names) {
      ids.add(readU64Be(name));
    }
    return ids;
  }

  /** Reads up to the first 00 that no 01 escapes. */
  Bytes readByteString(String what) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (true) {
      int next = readByte(what);
      if (next == ByteStrings.END) {
        return Bytes.wrap(bytes.toByteArray());
      }
      bytes.write(next == ByteStrings.ESCAPE ? readEscaped(what) : next);
    }
  }

  private int readEscaped(String what) {
    int escaped = readByte(what);
    if (escaped > ByteStrings.ESCAPE) {
      throw Corruption.inKey(key, "has the needless escape 01 " + hex(escaped) + " in its " + what);
    }
    return escaped;
  }

  void end() {
    if (position != key.length()) {
      throw Corruption.inKey(
          key, "has " + (key.length() - position) + " bytes too many, from offset " + position);
    }
  }

  CatalogException unknown(String what, int code) {
    return Corruption.inKey(
        key, "has the unknown " + what + " " + hex(code) + " at offset " + (position - 1));
  }

  private static String hex(int unsignedByte) {
    return HexFormat.of().toHexDigits((byte) unsignedByte);
  }
}
