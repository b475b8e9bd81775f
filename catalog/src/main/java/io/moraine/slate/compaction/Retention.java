package io.moraine.slate.compaction;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowKind;
import io.moraine.slate.format.RowView;
import io.moraine.slate.read.MergeOperator;
import io.moraine.slate.read.UnsupportedStoreException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which versions of a key are kept. Told the versions of one key, newest first, it keeps those that
 * somebody may need: all that are newer than {@code minSeq}, and the newest that is not. Operands
 * no newer than that are folded, with what lies under them, as long as they expire together. What
 * has expired becomes a deletion. Deletions with nothing under them are dropped at the bottom of
 * the tree. Source: SlateDB {@code retention_iterator.rs} and {@code merge_operator.rs} at
 * e0161973.
 *
 * <p>Holds the kept versions of one key. Not thread-safe.
 */
final class Retention {
  /** How many operands are held before they are folded into one. */
  private static final int OPERANDS = 100;

  private final long minSeq;
  private final long tick;
  private final boolean bottom;
  private final Optional<MergeOperator> operator;

  private Bytes key = Bytes.EMPTY;
  private boolean settled;
  private List<Row> kept = new ArrayList<>();

  /** Operands that are being folded, newest first, all of one expiry. */
  private final List<Row> operands = new ArrayList<>();

  /**
   * @param minSeq the oldest state that anybody reads, unsigned
   * @param tick what expires until then has expired, milliseconds since 1970-01-01 UTC
   * @param bottom whether nothing lies under what is kept
   */
  Retention(long minSeq, long tick, boolean bottom, Optional<MergeOperator> operator) {
    this.minSeq = minSeq;
    this.tick = tick;
    this.bottom = bottom;
    this.operator = operator;
  }

  /** Begins with another key. */
  void begin(Bytes next) {
    key = next;
    settled = false;
    kept = new ArrayList<>();
    operands.clear();
  }

  /** Takes the next older version. */
  void add(RowView version) {
    if (!settled) {
      fold(version.copy());
    }
  }

  /** The versions that are kept, newest first. */
  List<Row> end() {
    keepOperands(Optional.empty());
    if (bottom) {
      while (!kept.isEmpty() && kept.get(kept.size() - 1).kind() == RowKind.TOMBSTONE) {
        kept.remove(kept.size() - 1);
      }
    }
    return kept;
  }

  private void fold(Row row) {
    if (!operands.isEmpty()) {
      boolean together = operands.get(0).expireMillis().equals(row.expireMillis());
      if (together && row.kind() == RowKind.MERGE) {
        addOperand(row);
        return;
      }
      keepOperands(together ? Optional.of(row) : Optional.empty());
      if (together || settled) {
        return;
      }
    }
    if (row.kind() == RowKind.MERGE && !isNewer(row)) {
      addOperand(row);
    } else {
      keep(row);
    }
  }

  private void addOperand(Row row) {
    operands.add(row);
    if (operands.size() >= OPERANDS) {
      Row folded = folded(Optional.empty());
      operands.clear();
      operands.add(folded);
    }
  }

  /** Keeps what the operands amount to over {@code base}, a value or a deletion. */
  private void keepOperands(Optional<Row> base) {
    if (!operands.isEmpty()) {
      Row folded = base.isEmpty() && operands.size() == 1 ? operands.get(0) : folded(base);
      operands.clear();
      keep(folded);
    }
  }

  private Row folded(Optional<Row> base) {
    List<Row> rows = new ArrayList<>(operands);
    List<Bytes> values = new ArrayList<>(rows.stream().map(Row::value).toList());
    Collections.reverse(values);
    base.ifPresent(rows::add);
    Optional<Bytes> under = base.filter(row -> row.kind() == RowKind.VALUE).map(Row::value);
    return new Row(
        key,
        rows.get(0).seq(),
        base.isPresent() ? RowKind.VALUE : RowKind.MERGE,
        operator().merge(key, under, values),
        rows.stream().flatMapToLong(row -> row.createMillis().stream()).max(),
        rows.get(0).expireMillis());
  }

  private void keep(Row row) {
    boolean expired = row.expireMillis().isPresent() && row.expireMillis().getAsLong() <= tick;
    if (row.kind() == RowKind.MERGE) {
      var unused = operator();
      if (!expired) {
        kept.add(row);
      }
      return;
    }
    kept.add(expired ? deletion(row) : row);
    settled = !isNewer(row);
  }

  private boolean isNewer(Row row) {
    return Long.compareUnsigned(row.seq(), minSeq) > 0;
  }

  private MergeOperator operator() {
    return operator.orElseThrow(
        () ->
            new UnsupportedStoreException(
                "key " + key + " holds a merge operand, and no merge operator is configured"));
  }

  private static Row deletion(Row row) {
    return new Row(
        row.key(),
        row.seq(),
        RowKind.TOMBSTONE,
        Bytes.EMPTY,
        row.createMillis(),
        OptionalLong.empty());
  }
}
