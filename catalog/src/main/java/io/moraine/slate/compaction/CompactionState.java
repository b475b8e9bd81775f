package io.moraine.slate.compaction;

import java.util.List;
import java.util.OptionalLong;

/**
 * What compactors of one database tell each other. Never changed; the next one replaces it.
 *
 * @param id the number in its name, from 1, unsigned 64 bits
 * @param compactorEpoch the number of the coordinator in charge, unsigned; a higher one fences it
 * @param compactions all that are not finished, and the one that was finished last; ascending by id
 *     where SlateDB wrote them
 * @param hasUnknownFields whether a newer version stored more than is known here; such a state can
 *     be read but must not be rewritten
 */
public record CompactionState(
    long id, long compactorEpoch, List<Compaction> compactions, boolean hasUnknownFields) {
  /** Takes a copy of the list. */
  public CompactionState {
    compactions = List.copyOf(compactions);
  }

  /** The first state of a database. */
  static CompactionState initial() {
    return new CompactionState(1, 0, List.of(), false);
  }

  /** The same of the coordinator {@code epoch}, with other compactions. */
  CompactionState with(long epoch, List<Compaction> others) {
    return new CompactionState(id, epoch, others, hasUnknownFields);
  }

  /** Those to which something may still happen. */
  public List<Compaction> unfinished() {
    return compactions.stream().filter(each -> !each.status().isFinished()).toList();
  }

  /** The same under another number. */
  CompactionState numbered(long number) {
    return new CompactionState(number, compactorEpoch, compactions, hasUnknownFields);
  }

  /**
   * When the oldest compaction that it tells of began, milliseconds since 1970-01-01 UTC: tables
   * with an older id are of no compaction that goes on. Empty if it tells of none, and then nothing
   * is known of any table.
   */
  public OptionalLong lowWatermarkMillis() {
    return compactions.stream().mapToLong(each -> each.id().timestampMillis()).min();
  }
}
