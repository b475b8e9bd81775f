package io.moraine.slate.read;

import java.util.concurrent.atomic.LongAdder;

/** What reading has cost so far. Thread-safe. */
public final class ReadCounters {
  final LongAdder requests = new LongAdder();
  final LongAdder bytes = new LongAdder();
  final LongAdder blockHits = new LongAdder();
  final LongAdder blockMisses = new LongAdder();
  final LongAdder tablesOpened = new LongAdder();
  final LongAdder filterSkips = new LongAdder();
  final LongAdder rereads = new LongAdder();

  /** Counts nothing yet. */
  public ReadCounters() {}

  /** The counts now. */
  public ReadFigures figures() {
    return new ReadFigures(
        requests.sum(),
        bytes.sum(),
        blockHits.sum(),
        blockMisses.sum(),
        tablesOpened.sum(),
        filterSkips.sum(),
        rereads.sum());
  }
}
