package io.moraine.slate.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A memtable shows what a sorted list of its rows does, however they came into it. */
class MemtableTest {
  private static final int BATCHES = 300;
  private static final int PROBES = 200;

  private final List<Row> model = new ArrayList<>();
  private Memtable table = Memtable.EMPTY;
  private long seq;

  /** Few keys have versions in several pieces; many keys make many pieces. */
  @ParameterizedTest
  @ValueSource(ints = {3, 700, 1_000_000})
  void rowsComeOutInOrderWhateverTheBatchesWere(int keys) {
    Random random = new Random(keys);
    for (int i = 0; i < BATCHES; i++) {
      List<Row> batch = batch(random, keys, i % 50 == 0 ? 2000 : 1 + random.nextInt(12));
      model.addAll(batch);
      table = table.with(batch);
    }
    sortModel();
    assertSame(table, model, random, keys);

    long kept = seq / 2;
    List<Row> newer = batch(random, keys, 100);
    Memtable above = table.above(kept, newer);
    model.removeIf(row -> row.seq() <= kept);
    model.addAll(newer);
    sortModel();
    assertSame(above, model, random, keys);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 511, 512, 513, 1025})
  void aTableThatBatchesCameToOneByOneIsTheOneMadeAtOnce(int count) {
    List<Row> rows = batch(new Random(count), 1_000_000, count);
    Memtable one = Memtable.EMPTY;
    for (Row row : rows) {
      one = one.with(List.of(row));
    }
    assertThat(one.rows()).isEqualTo(Memtable.EMPTY.with(rows).rows());
    assertThat(one.rowCount()).isEqualTo(count);
    assertThat(one.payloadBytes()).isEqualTo(rows.stream().mapToLong(Row::payloadBytes).sum());
    assertThat(one.above(0, List.of())).isSameAs(one);
    assertThat(one.above(seq, List.of()).rows()).isEmpty();
  }

  private void sortModel() {
    model.sort(Comparator.comparing(Row::key).thenComparing(Row::seq, Comparator.reverseOrder()));
  }

  private List<Row> batch(Random random, int keys, int count) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          new Row(
              key(random.nextInt(keys)),
              ++seq,
              RowKind.VALUE,
              Bytes.utf8("v" + seq),
              OptionalLong.empty(),
              OptionalLong.empty()));
    }
    return rows;
  }

  private static Bytes key(int number) {
    return Bytes.utf8(Integer.toString(number, Character.MAX_RADIX));
  }

  private static void assertSame(Memtable table, List<Row> model, Random random, int keys) {
    assertThat(table.rows()).isEqualTo(model);
    assertThat(scan(table, Bytes.EMPTY, null, Direction.ASCENDING)).isEqualTo(seqs(model));
    assertThat(scan(table, Bytes.EMPTY, null, Direction.DESCENDING)).isEqualTo(reversed(model));
    for (int i = 0; i < PROBES; i++) {
      Bytes one = key(random.nextInt(keys));
      Bytes other = key(random.nextInt(keys));
      Bytes from = one.compareTo(other) < 0 ? one : other;
      Bytes to = one.compareTo(other) < 0 ? other : one;
      List<Row> within =
          model.stream()
              .filter(row -> row.key().compareTo(from) >= 0 && row.key().compareTo(to) < 0)
              .toList();
      assertThat(scan(table, from, to, Direction.ASCENDING)).isEqualTo(seqs(within));
      assertThat(scan(table, from, to, Direction.DESCENDING)).isEqualTo(reversed(within));
      assertThat(table.firstFrom(one))
          .isEqualTo((int) model.stream().filter(row -> row.key().compareTo(one) < 0).count());
      assertThat(newest(table, one)).isEqualTo(newest(model, one));
    }
  }

  private static OptionalLong newest(Memtable table, Bytes key) {
    Lookup lookup = new Lookup(key, Long.MAX_VALUE, Optional.empty());
    boolean unused = table.lookup(lookup);
    StoredRow found = lookup.result();
    return found == null ? OptionalLong.empty() : OptionalLong.of(found.seq());
  }

  private static OptionalLong newest(List<Row> model, Bytes key) {
    return model.stream().filter(row -> row.key().equals(key)).mapToLong(Row::seq).max();
  }

  private static List<Long> seqs(List<Row> rows) {
    return rows.stream().map(Row::seq).toList();
  }

  private static List<Long> reversed(List<Row> rows) {
    List<Long> seqs = new ArrayList<>(seqs(rows));
    Collections.reverse(seqs);
    return seqs;
  }

  private static List<Long> scan(
      Memtable table, Bytes from, @Nullable Bytes to, Direction direction) {
    List<Long> seqs = new ArrayList<>();
    try (RowCursor cursor =
        table.cursor(new Scan(new ScanRange(from, to), direction, ScanShape.BULK, null))) {
      while (cursor.next()) {
        seqs.add(cursor.row().seq());
      }
      assertThat(cursor.next()).isFalse();
    }
    return seqs;
  }
}
