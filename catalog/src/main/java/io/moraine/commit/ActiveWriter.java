package io.moraine.commit;

import io.moraine.read.WriterMemory;
import io.moraine.slate.SlateWriter;
import io.moraine.slate.write.PendingWrite;
import io.moraine.slate.write.WriterOptions;
import io.moraine.slate.write.WriterState;

/**
 * An epoch of ours, as long as it can be used.
 *
 * @param slate writes
 * @param publisher shows what was written
 * @param openedSeq the highest sequence number when the epoch began, unsigned
 * @param memory for what it replayed
 * @param progress how far commits have come
 */
record ActiveWriter(
    SlateWriter slate,
    Publisher publisher,
    long openedSeq,
    WriterMemory memory,
    Progress progress) {
  private static final int SMALL_TAIL_OBJECTS = 64;
  private static final long SMALL_TAIL_BYTES = 1L << 20;

  boolean isUsable() {
    return slate.isUsable();
  }

  /**
   * Waits until nothing is on its way to the log any more, whatever becomes of it; false if the
   * call ends first. What nobody waits for is sent by who asks.
   */
  boolean awaitLog() {
    PendingWrite last = progress.last();
    try {
      if (last != null && hasWritesUnderWay()) {
        var unused = last.await();
      }
    } catch (RuntimeException e) {
      // Its commit is told what became of it.
      return !isUsable();
    }
    return true;
  }

  /** Whether something was written that is not durable yet. */
  boolean hasWritesUnderWay() {
    return slate.newest().tail().maxSeq() != slate.durable().tail().maxSeq();
  }

  /** Whether something durable is not published. */
  boolean owesPublication() {
    Publisher.Published newest = publisher.newest();
    long durableSeq = slate.durable().tail().maxSeq();
    return newest == null ? durableSeq != openedSeq : !newest.covers(durableSeq);
  }

  /** Whether what is published is published from other tables than there are now. */
  boolean showsOldTables() {
    Publisher.Published newest = publisher.newest();
    return newest != null
        && !newest.state().manifest().trees().equals(slate.durable().manifest().trees());
  }

  /**
   * Flushes the durable log to tables, and gives the memory back that its replay took.
   *
   * @return how many were written
   */
  int flush() {
    int tables = slate.flush();
    memory.keepAtMost(slate.durable().tail().chargedBytes());
    return tables;
  }

  /**
   * Whether the log is so long that readers should not have to replay it for long, and there is
   * room for more flushed tables.
   */
  boolean shouldFlushAtEnd() {
    WriterState durable = slate.durable();
    boolean isLong =
        durable.tail().objectCount() > SMALL_TAIL_OBJECTS
            || durable.tail().payloadBytes() > SMALL_TAIL_BYTES;
    return isLong
        && durable.manifest().trees().stream()
            .noneMatch(each -> each.l0().size() >= WriterOptions.CROWDED_L0);
  }

  /** Ends the epoch here, without telling anybody. */
  void close() {
    slate.close();
    memory.close();
  }
}
