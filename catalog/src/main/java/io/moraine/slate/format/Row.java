package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.util.OptionalLong;

/**
 * One version of one key, as stored.
 *
 * @param key the key
 * @param seq sequence number of the write, unsigned, 1 and up
 * @param kind what the row says of the key
 * @param value the value or operand; empty for a tombstone
 * @param createMillis when it was written, milliseconds since 1970-01-01 UTC
 * @param expireMillis when it ends, milliseconds since 1970-01-01 UTC
 */
public record Row(
    Bytes key,
    long seq,
    RowKind kind,
    Bytes value,
    OptionalLong createMillis,
    OptionalLong expireMillis) {
  /** Bytes of key and value together. */
  public int payloadBytes() {
    return key.length() + value.length();
  }
}
