package io.moraine.slate.compaction;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Ulid;
import java.util.List;

/** What a compaction does to one tree. */
public sealed interface CompactionSpec {
  /** The prefix of the segment; empty for the one tree of a store without segments. */
  Bytes segment();

  /** View ids of the flushed tables that it takes, newest first. */
  List<Ulid> l0();

  /** Ids of the sorted runs that it takes, newest first; unsigned 32 bits. */
  List<Long> runs();

  /**
   * Merges tables and runs into one run.
   *
   * @param destination id of the run that it makes, unsigned 32 bits
   */
  record Tiered(Bytes segment, List<Ulid> l0, List<Long> runs, long destination)
      implements CompactionSpec {
    /** Takes copies of the lists. */
    public Tiered {
      l0 = List.copyOf(l0);
      runs = List.copyOf(runs);
    }
  }

  /** Takes tables and runs of a segment away, with all their rows. */
  record Drain(Bytes segment, List<Ulid> l0, List<Long> runs) implements CompactionSpec {
    /** Takes copies of the lists. */
    public Drain {
      l0 = List.copyOf(l0);
      runs = List.copyOf(runs);
    }
  }
}
