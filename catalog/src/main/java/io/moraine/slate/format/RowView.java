package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The row that a cursor stands on, readable in place until the cursor moves.
 *
 * <p>The key may lie in a buffer that the next move overwrites; the value lies in memory that is
 * never written again. Not thread-safe.
 */
public abstract class RowView {
  private static final byte[] NOTHING = {};

  byte[] key = NOTHING;
  int keyOffset;
  int keyLength;
  byte[] value = NOTHING;
  int valueOffset;
  int valueLength;
  long seq;
  RowKind kind = RowKind.VALUE;
  boolean hasCreate;
  boolean hasExpire;
  long createMillis;
  long expireMillis;

  /** Only cursors are views. */
  protected RowView() {}

  /** Stands on {@code row} from now on; its bytes are shared. */
  protected final void show(Row row) {
    key = row.key().array();
    keyOffset = row.key().arrayOffset();
    keyLength = row.key().length();
    value = row.value().array();
    valueOffset = row.value().arrayOffset();
    valueLength = row.value().length();
    seq = row.seq();
    kind = row.kind();
    hasCreate = row.createMillis().isPresent();
    createMillis = row.createMillis().orElse(0);
    hasExpire = row.expireMillis().isPresent();
    expireMillis = row.expireMillis().orElse(0);
  }

  /** The array that holds the key, for reading only. */
  public final byte[] keyArray() {
    return key;
  }

  /** Where the key starts in {@link #keyArray()}. */
  public final int keyOffset() {
    return keyOffset;
  }

  /** Length of the key in bytes. */
  public final int keyLength() {
    return keyLength;
  }

  /** The key's order relative to {@code other}, by unsigned bytes. */
  public final int compareKey(Bytes other) {
    return compareKey(other.array(), other.arrayOffset(), other.length());
  }

  /** The key's order relative to that of another row. */
  public final int compareKey(RowView other) {
    return compareKey(other.key, other.keyOffset, other.keyLength);
  }

  /** The key's order relative to {@code length} bytes of {@code other}. */
  public final int compareKey(byte[] other, int offset, int length) {
    return Arrays.compareUnsigned(
        key, keyOffset, keyOffset + keyLength, other, offset, offset + length);
  }

  /** Whether the key is the {@code length} bytes of {@code other}. */
  public final boolean keyEquals(byte[] other, int offset, int length) {
    return keyLength == length
        && Arrays.equals(key, keyOffset, keyOffset + length, other, offset, offset + length);
  }

  /** A copy of the key. */
  public final Bytes copyKey() {
    return Bytes.wrap(Arrays.copyOfRange(key, keyOffset, keyOffset + keyLength));
  }

  /** The value or operand, shared with a larger array; empty for a tombstone. */
  public final Bytes value() {
    return Bytes.wrap(value, valueOffset, valueLength);
  }

  /** Sequence number of the write, unsigned. */
  public final long seq() {
    return seq;
  }

  /** What the row says of its key. */
  public final RowKind kind() {
    return kind;
  }

  /** When the row was written, milliseconds since 1970-01-01 UTC. */
  public final OptionalLong createMillis() {
    return hasCreate ? OptionalLong.of(createMillis) : OptionalLong.empty();
  }

  /** When the row ends, milliseconds since 1970-01-01 UTC. */
  public final OptionalLong expireMillis() {
    return hasExpire ? OptionalLong.of(expireMillis) : OptionalLong.empty();
  }

  /** The row in memory of its own. */
  public final Row copy() {
    byte[] bytes = new byte[keyLength + valueLength];
    System.arraycopy(key, keyOffset, bytes, 0, keyLength);
    System.arraycopy(value, valueOffset, bytes, keyLength, valueLength);
    return new Row(
        Bytes.wrap(bytes, 0, keyLength),
        seq,
        kind,
        Bytes.wrap(bytes, keyLength, valueLength),
        createMillis(),
        expireMillis());
  }
}
