package io.moraine.slate.read;

import io.moraine.base.Unsigned;
import io.moraine.slate.format.Row;
import io.moraine.slate.manifest.Manifest;
import java.util.List;

/**
 * The rows of a range of write-ahead log objects that are not in the tables of a manifest: the log
 * after {@link #replayAfterWalId()} up to {@link #lastWalId()}, sequence numbers above {@link
 * #lastL0Seq()}. Immutable; one that was made from another shares its rows.
 */
public final class WalTail {
  private static final int ROW_OVERHEAD_BYTES = 320;

  private final long replayAfterWalId;
  private final long lastWalId;
  private final long lastL0Seq;
  private final long maxSeq;
  private final Memtable rows;

  /**
   * A tail of these rows.
   *
   * @param replayAfterWalId the log object before the first of the range
   * @param lastWalId the last log object of the range
   * @param lastL0Seq rows up to this sequence number are in the tables, and none of {@code rows}
   * @param maxSeq the highest sequence number in tables and tail
   */
  public WalTail(
      long replayAfterWalId, long lastWalId, long lastL0Seq, long maxSeq, Memtable rows) {
    this.replayAfterWalId = replayAfterWalId;
    this.lastWalId = lastWalId;
    this.lastL0Seq = lastL0Seq;
    this.maxSeq = maxSeq;
    this.rows = rows;
  }

  /** No rows, for {@code manifest}. */
  public static WalTail none(Manifest manifest) {
    return new WalTail(
        manifest.replayAfterWalId(),
        manifest.replayAfterWalId(),
        manifest.lastL0Seq(),
        manifest.lastL0Seq(),
        Memtable.EMPTY);
  }

  /** What rows of {@code payloadBytes} in all cost in memory: twice their bytes and 320 each. */
  public static long chargeBytes(long payloadBytes, long rowCount) {
    return 2 * payloadBytes + ROW_OVERHEAD_BYTES * rowCount;
  }

  /** This tail with one more log object, whose rows are all beyond {@link #maxSeq()}. */
  public WalTail with(long walId, List<Row> newer) {
    long newMax = newer.isEmpty() ? maxSeq : newer.get(newer.size() - 1).seq();
    return new WalTail(replayAfterWalId, walId, lastL0Seq, newMax, rows.with(newer));
  }

  /** What of this tail is not in the tables of {@code manifest}, which is not older. */
  public WalTail over(Manifest manifest) {
    if (manifest.replayAfterWalId() == replayAfterWalId && manifest.lastL0Seq() == lastL0Seq) {
      return this;
    }
    return new WalTail(
        manifest.replayAfterWalId(),
        Unsigned.max(lastWalId, manifest.replayAfterWalId()),
        manifest.lastL0Seq(),
        Unsigned.max(maxSeq, manifest.lastL0Seq()),
        rows.above(manifest.lastL0Seq(), List.of()));
  }

  /** The log object before the first of the range. */
  public long replayAfterWalId() {
    return replayAfterWalId;
  }

  /** The last log object of the range; equal to the one before the first if there is none. */
  public long lastWalId() {
    return lastWalId;
  }

  /** How many log objects are in the range. */
  public long objectCount() {
    return lastWalId - replayAfterWalId;
  }

  /** Rows up to this sequence number are in the tables. */
  public long lastL0Seq() {
    return lastL0Seq;
  }

  /** The highest sequence number in tables and tail, unsigned. */
  public long maxSeq() {
    return maxSeq;
  }

  /** Bytes of all keys and values together. */
  public long payloadBytes() {
    return rows.payloadBytes();
  }

  /** The number of rows. */
  public int rowCount() {
    return rows.rowCount();
  }

  /** What the rows cost in memory, by {@link #chargeBytes(long, long)}. */
  public long chargedBytes() {
    return chargeBytes(payloadBytes(), rowCount());
  }

  /** The rows. */
  public Memtable rows() {
    return rows;
  }
}
