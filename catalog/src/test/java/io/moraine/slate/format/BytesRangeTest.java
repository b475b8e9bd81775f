package io.moraine.slate.format;

import static io.moraine.slate.format.BytesBound.UNBOUNDED;
import static io.moraine.slate.format.BytesBound.excluded;
import static io.moraine.slate.format.BytesBound.included;
import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import org.junit.jupiter.api.Test;

class BytesRangeTest {
  private static final Bytes A = Bytes.utf8("a");
  private static final Bytes B = Bytes.utf8("b");

  @Test
  void boundsSayWhetherTheirKeyBelongsToTheRange() {
    assertThat(new BytesRange(included(A), included(B)).contains(A)).isTrue();
    assertThat(new BytesRange(included(A), included(B)).contains(B)).isTrue();
    assertThat(new BytesRange(excluded(A), excluded(B)).contains(A)).isFalse();
    assertThat(new BytesRange(excluded(A), excluded(B)).contains(B)).isFalse();
    assertThat(BytesRange.ALL.contains(Bytes.EMPTY)).isTrue();
  }

  @Test
  void aRangeWithoutRoomIsEmpty() {
    assertThat(new BytesRange(included(A), included(A)).isEmpty()).isFalse();
    assertThat(new BytesRange(included(A), excluded(A)).isEmpty()).isTrue();
    assertThat(new BytesRange(excluded(A), included(A)).isEmpty()).isTrue();
    assertThat(new BytesRange(included(B), included(A)).isEmpty()).isTrue();
    assertThat(new BytesRange(UNBOUNDED, excluded(Bytes.EMPTY)).isEmpty()).isTrue();
    assertThat(BytesRange.ALL.isEmpty()).isFalse();
  }

  @Test
  void anIntersectionTakesTheNarrowerEnds() {
    BytesRange open = new BytesRange(excluded(A), UNBOUNDED);
    BytesRange closed = new BytesRange(included(A), included(B));
    assertThat(open.intersect(closed)).isEqualTo(new BytesRange(excluded(A), included(B)));
    assertThat(closed.intersect(open)).isEqualTo(new BytesRange(excluded(A), included(B)));
  }

  @Test
  void aPrefixCoversWhatStartsWithIt() {
    assertThat(BytesRange.prefix(Bytes.fromHex("61ff")))
        .isEqualTo(new BytesRange(included(Bytes.fromHex("61ff")), excluded(Bytes.fromHex("62"))));
    assertThat(BytesRange.prefix(Bytes.fromHex("ffff")).end()).isEqualTo(UNBOUNDED);
  }
}
