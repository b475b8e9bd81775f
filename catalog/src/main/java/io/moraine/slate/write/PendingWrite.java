package io.moraine.slate.write;

/** A batch on its way to the log. Thread-safe. */
public interface PendingWrite {
  /** The sequence number of its rows. */
  long seq();

  /** The log object that it is to be part of. */
  long walId();

  /**
   * Waits until the batch is durable, for as long as the {@link io.moraine.base.Call} lasts that
   * this thread works for.
   *
   * @return where it lies
   * @throws FencedException if the id of its log object, or of one before, went to another writer's
   *     object or fence: the batch was not committed under that id; if it was one before, the batch
   *     was not sent. The writer is of no use any more
   * @throws UnknownWriteException if it cannot be told whether it is durable, and then the writer
   *     is of no use any more; or if the call ended first
   * @throws io.moraine.objectstore.ObjectStoreException if it was certainly not written, also
   *     because one before it was not
   */
  LogPosition await();

  /**
   * Where a batch lies in the log.
   *
   * @param walId the log object
   * @param putId the put id it was created with
   * @param seq the sequence number of the batch
   */
  record LogPosition(long walId, String putId, long seq) {}
}
