package io.moraine.slate.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.manifest.SequenceTracker.Sample;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceTrackerTest {
  @Test
  void version1HasSamplesByTheirChangeOfDistance() {
    assertThat(decode("01000000000000000000000000").samples()).isEmpty();
    assertThat(decode("010100000000000001000000000000000100000001000000006553f100").samples())
        .containsExactly(new Sample(1, 1700000000));
    assertThat(
            decode("0103000000000000030000000000000001e1f3e5dd00000003000000006553f1009e6280")
                .samples())
        .containsExactly(
            new Sample(1, 1700000000), new Sample(500, 1700000060), new Sample(2500, 1700000200));
    assertThat(
            decode("0103000000000000030000000000000064c6400000000300000000000003e8e3e800")
                .samples())
        .containsExactly(new Sample(100, 1000), new Sample(200, 2000), new Sample(300, 3000));
  }

  @Test
  void version2HasJumpsBeyond32Bits() {
    assertThat(
            decode(
                    "0206000000000000060000000000000005c5ff00000000b2d05d3dfffffffff4d2fa2c8f0000"
                        + "082ec6fd3138ffffff7d13902ce650000000060000000069682e3dc4684c261309")
                .samples())
        .containsExactly(
            new Sample(5, 1768435261),
            new Sample(100, 1768435331),
            new Sample(3000000000L, 1768435410),
            new Sample(3000000100L, 1768435498),
            new Sample(9000000000000L, 1768435595),
            new Sample(9000000000001L, 1768435701));
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0, '1 bytes expected, 0 left'",
    "03000000000000000000000000, 0, 'sequence tracker version 3, known are 1 and 2'",
    "01ffffffff, 1, 'sequence tracker of 4294967295 samples, at most 65536'",
    "01000000000000000100000000, 5, 'stream of 1 samples, expected 0'",
    "010100000000000001, 9, '8 bytes expected, 0 left'",
    "0100000000000000000000000000, 13, '1 bytes after a sequence tracker'"
  })
  void whatIsNoTrackerIsRefused(String hex, int offset, String problem) {
    assertThatThrownBy(() -> decode(hex))
        .isInstanceOf(SlateFormatException.class)
        .hasMessage("m at byte " + (100 + offset) + ": " + problem);
  }

  private static SequenceTracker decode(String hex) {
    return SequenceTracker.decode(new Region("m", 100, Bytes.fromHex(hex)));
  }

  @Test
  void aSampleIsTakenOnceAMinute() {
    SequenceTracker one = SequenceTracker.EMPTY.with(7, 1000);
    assertThat(one.samples()).containsExactly(new Sample(7, 1000));
    assertThat(one.with(8, 1059)).isSameAs(one);
    SequenceTracker two = one.with(8, 1060);
    assertThat(two.samples()).containsExactly(new Sample(7, 1000), new Sample(8, 1060));
    assertThat(decode(two.encoded().toHex())).isEqualTo(two);
  }

  @Test
  void nothingIsAddedBeforeTheLastSample() {
    SequenceTracker one = SequenceTracker.EMPTY.with(7, 1000);
    assertThat(one.with(8, 500)).isSameAs(one);
    assertThat(one.with(6, 5000)).isSameAs(one);
  }

  @Test
  void aJumpThatOldVersionsCannotReadIsLeftOut() {
    SequenceTracker one = SequenceTracker.EMPTY.with(7, 1000);
    assertThat(one.with(1L << 40, 2000)).isSameAs(one);
  }

  @Test
  void everyOtherSampleGoesWhenThereAreTooMany() {
    SequenceTracker tracker =
        SequenceTracker.encode(
                LongStream.range(0, 8191).mapToObj(i -> new Sample(i, 60 * i)).toList())
            .orElseThrow()
            .with(8191, 60L * 8191);
    assertThat(tracker.samples()).hasSize(8192);
    tracker = tracker.with(8192, 60L * 8192);
    assertThat(tracker.samples()).hasSize(4097);
    assertThat(tracker.samples().get(1)).isEqualTo(new Sample(2, 120));
    assertThat(tracker.samples().get(4096)).isEqualTo(new Sample(8192, 60L * 8192));
    assertThat(decode(tracker.encoded().toHex())).isEqualTo(tracker);
  }
}
