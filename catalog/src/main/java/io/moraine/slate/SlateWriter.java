package io.moraine.slate;

import io.moraine.slate.manifest.CheckpointEdit;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.write.FencedException;
import io.moraine.slate.write.PendingWrite;
import io.moraine.slate.write.WriteBatch;
import io.moraine.slate.write.WriterState;

/**
 * The writer of one SlateDB database, from its opening until it is fenced, fails or is closed.
 * Thread-safe. Opened by {@link SlateStore#openWriter}.
 *
 * <p>Errors of the store are thrown as {@link SlateException}; {@link FencedException} and {@link
 * io.moraine.slate.write.UnknownWriteException} as they are.
 */
public final class SlateWriter implements AutoCloseable {
  /** The number that this writer owns. */
  public long epoch() {
    throw new UnsupportedOperationException();
  }

  /** Whether it can still write: it was not fenced, nothing failed or is unknown, nor closed. */
  public boolean isUsable() {
    throw new UnsupportedOperationException();
  }

  /** Everything that was written, whether it is durable or not. */
  public WriterState newest() {
    throw new UnsupportedOperationException();
  }

  /** Everything that is durable. */
  public WriterState durable() {
    throw new UnsupportedOperationException();
  }

  /** Reads {@link #newest()} as of now. */
  public SlateReader reader() {
    throw new UnsupportedOperationException();
  }

  /**
   * Hands in a batch; it goes out at once if no log object is in flight, else with the next.
   *
   * @throws FencedException if the writer is fenced
   * @throws SlateException of kind TOO_MUCH if a segment has too many flushed tables
   */
  public PendingWrite write(WriteBatch batch) {
    throw new UnsupportedOperationException();
  }

  /**
   * Writes a manifest with other checkpoints, whose {@code wal_id_last_seen} covers everything
   * durable; merges what others wrote meanwhile. Waits until one of its attempts is in force.
   *
   * @return the manifest, and the tail of the log up to its {@code wal_id_last_seen}
   * @throws FencedException if another writer took the store
   */
  public WriterState updateCheckpoints(CheckpointEdit edit) {
    throw new UnsupportedOperationException();
  }

  /**
   * Flushes the durable tail of the log to tables.
   *
   * @return how many tables were written
   * @throws FencedException if another writer took the store
   * @throws SlateException of kind TOO_MUCH if a segment has too many flushed tables
   */
  public int flush() {
    throw new UnsupportedOperationException();
  }

  /** Whether the tail has grown so that it should be flushed, by the options. */
  public boolean wantsFlush() {
    throw new UnsupportedOperationException();
  }

  /**
   * Looks what others, above all compactors, wrote to the manifest.
   *
   * @throws FencedException if another writer took the store
   */
  public Manifest refresh() {
    throw new UnsupportedOperationException();
  }

  /** Stops writing, without another request. What is not durable yet may become so. */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
