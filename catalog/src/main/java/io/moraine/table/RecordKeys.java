package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.Corruption;
import io.moraine.keyspace.U64;

/** The ids inside encoded keys of one kind, without decoding the key as a whole. */
final class RecordKeys {
  private RecordKeys() {}

  /** The ids of a key, as bytes. */
  static Bytes ids(Bytes key, int idOffset, int idBytes) {
    if (key.length() < idOffset + idBytes) {
      throw Corruption.inRecord(key, "key is cut short");
    }
    return key.slice(idOffset, idOffset + idBytes);
  }

  /** The snapshot that ended the record of a history key. */
  static long endSnapshot(Bytes key) {
    if (key.length() < Long.BYTES) {
      throw Corruption.inRecord(key, "key is cut short");
    }
    return U64.readBe(key, key.length() - Long.BYTES);
  }

  /** Checks that a key holds just so many bytes. */
  static void checkLength(Bytes key, int expected) {
    if (key.length() != expected) {
      throw Corruption.inRecord(key, "key has " + key.length() + " bytes, not " + expected);
    }
  }
}
