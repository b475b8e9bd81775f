package io.moraine.slate.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cursors against a list of rows, over blocks of random rows. */
class BlockCursorTest {
  private static final long SEED = 5;
  private static final Comparator<Row> ORDER =
      Comparator.comparing(Row::key).thenComparing((a, b) -> Long.compare(b.seq(), a.seq()));

  @ParameterizedTest
  @EnumSource
  void movesLikeAList(BlockFormat format) {
    for (int round = 0; round < 200; round++) {
      SplittableRandom random = new SplittableRandom(SEED + round);
      List<Row> rows = rows(random);
      BlockCursor cursor = new BlockCursor(open(format, rows));
      int position = -1;
      for (int step = 0; step < 200; step++) {
        boolean forward = random.nextInt(5) < 3;
        position = forward ? Math.min(rows.size(), position + 1) : Math.max(-1, position - 1);
        boolean there = forward ? cursor.next() : cursor.previous();
        assertThat(there).isEqualTo(position >= 0 && position < rows.size());
        if (there) {
          assertThat(cursor.copy()).as("seed %s", SEED + round).isEqualTo(rows.get(position));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void seeksLikeAList(BlockFormat format) {
    for (int round = 0; round < 200; round++) {
      SplittableRandom random = new SplittableRandom(SEED + round);
      List<Row> rows = rows(random);
      BlockCursor cursor = new BlockCursor(open(format, rows));
      for (int i = 0; i < 50; i++) {
        Bytes target = key(random);
        int first = (int) rows.stream().filter(row -> row.key().compareTo(target) < 0).count();
        assertThat(cursor.seek(target)).isEqualTo(first < rows.size());
        if (first < rows.size()) {
          assertThat(cursor.copy()).as("seed %s", SEED + round).isEqualTo(rows.get(first));
        }
        assertThat(cursor.seekBefore(target)).isEqualTo(first > 0);
        if (first > 0) {
          assertThat(cursor.copy()).as("seed %s", SEED + round).isEqualTo(rows.get(first - 1));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void findsAllVersionsOfAKey(BlockFormat format) {
    for (int round = 0; round < 200; round++) {
      SplittableRandom random = new SplittableRandom(SEED + round);
      List<Row> rows = rows(random);
      BlockCursor cursor = new BlockCursor(open(format, rows));
      for (int i = 0; i < 50; i++) {
        Bytes target = key(random);
        List<Long> found = new ArrayList<>();
        if (cursor.find(target)) {
          do {
            found.add(cursor.seq());
          } while (cursor.findNextVersion(target));
        }
        assertThat(found)
            .as("seed %s", SEED + round)
            .isEqualTo(
                rows.stream().filter(row -> row.key().equals(target)).map(Row::seq).toList());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void damageIsNoticedOrGivesSomeRows(BlockFormat format) {
    for (int round = 0; round < 2000; round++) {
      SplittableRandom random = new SplittableRandom(SEED + round);
      byte[] bytes = TestTables.block(format, rows(random)).toArray();
      for (int i = 0; i < 3; i++) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        Block block = Block.decode(Region.whole("object", Bytes.wrap(bytes)), format);
        BlockCursor cursor = new BlockCursor(block);
        cursor.find(key(random));
        cursor.seekBefore(key(random));
        cursor.open(block);
        while (cursor.next()) {
          assertThat(cursor.copy()).isNotNull();
        }
      } catch (SlateFormatException e) {
        assertThat(e).as("seed %s", SEED + round).hasMessageContaining("object at byte ");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void impossibleFramesAreRefused(BlockFormat format) {
    for (String frame :
        List.of("", "00", "0000", "00000000", "6100000000", "610000000200", "61000100")) {
      assertThatThrownBy(() -> Block.decode(Region.whole("object", Bytes.fromHex(frame)), format))
          .as(frame)
          .isInstanceOf(SlateFormatException.class);
    }
  }

  private static List<Row> rows(SplittableRandom random) {
    List<Row> rows = new ArrayList<>();
    int count = 1 + random.nextInt(60);
    for (int seq = 1; seq <= count; seq++) {
      RowKind kind = List.of(RowKind.values()).get(random.nextInt(3));
      byte[] value = new byte[kind == RowKind.TOMBSTONE ? 0 : random.nextInt(200)];
      random.nextBytes(value);
      rows.add(
          new Row(
              key(random),
              seq,
              kind,
              Bytes.wrap(value),
              random.nextBoolean() ? OptionalLong.of(random.nextLong()) : OptionalLong.empty(),
              kind != RowKind.TOMBSTONE && random.nextBoolean()
                  ? OptionalLong.of(random.nextLong())
                  : OptionalLong.empty()));
    }
    rows.sort(ORDER);
    return rows;
  }

  /** A key of few possible bytes, so that keys repeat and begin alike. */
  private static Bytes key(SplittableRandom random) {
    byte[] key = new byte[1 + random.nextInt(5)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) "ab\u00ff".charAt(random.nextInt(3));
    }
    return Bytes.wrap(key);
  }

  private static Block open(BlockFormat format, List<Row> rows) {
    return Block.decode(Region.whole("object", TestTables.block(format, rows)), format);
  }
}
