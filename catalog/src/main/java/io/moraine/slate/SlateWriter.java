package io.moraine.slate;

import io.moraine.slate.manifest.CheckpointEdit;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.write.FencedException;
import io.moraine.slate.write.PendingWrite;
import io.moraine.slate.write.Siblings;
import io.moraine.slate.write.StoreWriter;
import io.moraine.slate.write.WriteBatch;
import io.moraine.slate.write.WriterState;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The writer of one SlateDB database, from its opening until it is fenced, fails or is closed.
 * Thread-safe. Opened by {@link SlateStore#openWriter}.
 *
 * <p>Errors of the store are thrown as {@link SlateException}; {@link FencedException} and {@link
 * io.moraine.slate.write.UnknownWriteException} as they are.
 */
public final class SlateWriter implements AutoCloseable {
  private final SlateStore store;
  private final StoreWriter writer;

  SlateWriter(SlateStore store, StoreWriter writer) {
    this.store = store;
    this.writer = writer;
  }

  /** The number that this writer owns. */
  public long epoch() {
    return writer.epoch();
  }

  /** Whether it can still write: it was not fenced, nothing failed or is unknown, nor closed. */
  public boolean isUsable() {
    return writer.isUsable();
  }

  /** Everything that was written, whether it is durable or not. */
  public WriterState newest() {
    return writer.newest();
  }

  /** Everything that is durable. */
  public WriterState durable() {
    return writer.durable();
  }

  /** Reads {@link #newest()} as of now. */
  public SlateReader reader() {
    WriterState newest = writer.newest();
    return store.open(newest.manifest(), newest.tail());
  }

  /** Hands in a batch that has no siblings; see {@link #write(WriteBatch, Siblings)}. */
  public PendingWrite write(WriteBatch batch) {
    return write(batch, Siblings.NONE);
  }

  /**
   * Hands in a batch; it goes out with the next log object, as soon as none is in flight.
   *
   * @param siblings what that object may wait a moment for
   * @throws FencedException if the writer is fenced
   * @throws SlateException of kind TOO_MUCH if a segment has too many flushed tables
   */
  public PendingWrite write(WriteBatch batch, Siblings siblings) {
    return translating(() -> writer.write(batch, siblings));
  }

  /** As {@link #updateCheckpoints(CheckpointEdit, Consumer)}, with nothing that begins earlier. */
  public WriterState updateCheckpoints(CheckpointEdit edit) {
    return updateCheckpoints(edit, state -> {});
  }

  /**
   * Writes a manifest with other checkpoints, whose {@code wal_id_last_seen} covers everything
   * durable; merges what others wrote meanwhile. Waits until one of its attempts is in force.
   *
   * @param onSent is given what is returned, once that is there and before it is known to be in
   *     force: from then on others can be written
   * @return the manifest, and the tail of the log up to its {@code wal_id_last_seen}
   * @throws FencedException if another writer took the store
   */
  public WriterState updateCheckpoints(CheckpointEdit edit, Consumer<WriterState> onSent) {
    return translating(() -> writer.updateCheckpoints(edit, onSent));
  }

  /**
   * Flushes the durable tail of the log to tables.
   *
   * @return how many tables were written
   * @throws FencedException if another writer took the store
   * @throws SlateException of kind TOO_MUCH if a segment has too many flushed tables
   */
  public int flush() {
    return translating(writer::flush);
  }

  /** Whether the tail has grown so that it should be flushed, by the options. */
  public boolean wantsFlush() {
    return writer.wantsFlush();
  }

  /**
   * Looks what others, above all compactors, wrote to the manifest.
   *
   * @throws FencedException if another writer took the store
   */
  public Manifest refresh() {
    return translating(writer::refresh);
  }

  /** Stops writing, without another request. What is not durable yet may become so. */
  @Override
  public void close() {
    writer.close();
  }

  private <T> T translating(Supplier<T> action) {
    return SlateException.translating(store.layout().root(), action);
  }
}
