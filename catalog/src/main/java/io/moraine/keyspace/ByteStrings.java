package io.moraine.keyspace;

/**
 * Byte strings inside keys: 00 and 01 are preceded by 01, everything else stands for itself, 00
 * ends.
 *
 * <p>Source: the crate {@code storekey} 0.11, by which Moraine encodes keys.
 */
final class ByteStrings {
  static final int END = 0x00;
  static final int ESCAPE = 0x01;

  private ByteStrings() {}
}
