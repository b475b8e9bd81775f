package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowKind;
import io.moraine.slate.format.RowView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the versions of one key, told newest first, amount to: the newest value, nothing if the
 * newest row is a deletion, or the merge of operands with what lies under them.
 *
 * <p>A merged row has the newest operand's sequence number, the latest creation and the earliest
 * expiry of all rows folded into it. Source: SlateDB {@code merge_operator.rs} at e0161973. Rows
 * beyond {@code maxSeq} do not exist. Not thread-safe.
 */
final class Resolution {
  private final long maxSeq;
  private final Optional<MergeOperator> operator;

  /** The row that decides alone; read in place. */
  private @Nullable RowView single;

  /** Merge operands, newest first. */
  private List<Row> operands = List.of();

  private @Nullable Row merged;

  Resolution(long maxSeq, Optional<MergeOperator> operator) {
    this.maxSeq = maxSeq;
    this.operator = operator;
  }

  /** Forgets the key before. */
  void start() {
    single = null;
    merged = null;
    if (!operands.isEmpty()) {
      operands = List.of();
    }
  }

  /**
   * Takes the next older version of {@code key}; true if it settles the matter. The row must stay
   * where it is as long as the result is read.
   */
  boolean add(RowView row, Bytes key) {
    if (Long.compareUnsigned(row.seq(), maxSeq) > 0) {
      return false;
    }
    return switch (row.kind()) {
      case VALUE -> {
        if (operands.isEmpty()) {
          single = row;
        } else {
          merge(key, Optional.of(held(row)));
        }
        yield true;
      }
      case TOMBSTONE -> {
        finish(key);
        yield true;
      }
      case MERGE -> {
        addOperand(row, key);
        yield false;
      }
    };
  }

  /** There are no older versions of {@code key}. */
  void finish(Bytes key) {
    if (single == null && merged == null && !operands.isEmpty()) {
      merge(key, Optional.empty());
    }
  }

  /** Whether the key has a value. */
  boolean isPresent() {
    return single != null || merged != null;
  }

  Bytes value() {
    return single != null ? single.value() : merged().value();
  }

  long seq() {
    return single != null ? single.seq() : merged().seq();
  }

  OptionalLong createMillis() {
    return single != null ? single.createMillis() : merged().createMillis();
  }

  OptionalLong expireMillis() {
    return single != null ? single.expireMillis() : merged().expireMillis();
  }

  private Row merged() {
    if (merged == null) {
      throw new IllegalStateException("no current row");
    }
    return merged;
  }

  private void addOperand(RowView row, Bytes key) {
    if (operator.isEmpty()) {
      throw new UnsupportedStoreException(
          "key " + key + " holds a merge operand, and no merge operator is configured");
    }
    if (operands.isEmpty()) {
      operands = new ArrayList<>();
    }
    operands.add(held(row));
  }

  private void merge(Bytes key, Optional<Row> base) {
    List<Bytes> values = new ArrayList<>(operands.stream().map(Row::value).toList());
    Collections.reverse(values);
    List<Row> folded = new ArrayList<>(operands);
    base.ifPresent(folded::add);
    merged =
        new Row(
            Bytes.EMPTY,
            operands.get(0).seq(),
            RowKind.VALUE,
            operator.orElseThrow().merge(key, base.map(Row::value), values),
            folded.stream().flatMapToLong(row -> row.createMillis().stream()).max(),
            folded.stream().flatMapToLong(row -> row.expireMillis().stream()).min());
  }

  /** All of a row but its key; the value is shared. */
  static Row held(RowView row) {
    return new Row(
        Bytes.EMPTY, row.seq(), row.kind(), row.value(), row.createMillis(), row.expireMillis());
  }
}
