package io.moraine.slate.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.slate.compaction.Compaction.Part;
import io.moraine.slate.compaction.Compaction.Progress;
import io.moraine.slate.compaction.Compaction.Status;
import io.moraine.slate.compaction.Compaction.Worker;
import io.moraine.slate.compaction.CompactionSpec.Drain;
import io.moraine.slate.compaction.CompactionSpec.Tiered;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.manifest.WriteRefusedException;
import io.moraine.testing.Fixtures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CompactionsCodecTest {
  private static final StoreLayout LAYOUT = new StoreLayout("db");
  private static final String EMPTY_V1 = "00010c0000000800080000000400080000000400000000000000";
  private static final String EPOCH_1 =
      "10000000000000000800140008000400080000001000000001000000000000000000000000000000";
  private static final String SUBMITTED =
      "000210000000000000000800140008000400080000001000000001000000000000000000"
          + "0000010000001400000000000e001400080007000c00000010000e000000000000017800"
          + "00001800000004000000000000000c000c0000000000040008000c0000000c0000000400"
          + "000000000000020000002800000004000000e8ffffffef8b1ab0f3be9b018ffbb2606d22"
          + "195c000000000800180004000c00080000006e6f2fb0f3be9b010a7d167e43708a6b0000"
          + "00000800140004000c000800000020e72fb0f3be9b01707b1ed1e385f6d2";
  private static final String SCHEDULED =
      "0002100000000800100008000400000000000c0000000c00000003000000000000000100"
          + "0000140000000e00120004001000080011000c000000100000001c000000400000007c00"
          + "0000010508001800080010000000000000000e000000000000000000e86be5cf8b010100"
          + "0000000000000e00100000000000040008000c000000100000000c000000300000000100"
          + "0000010000000c0000000800180008001000080000000000000002017b68e5cf8b010a09"
          + "080706050403040000007365673100000000";

  @Test
  void emptyStatesOfBothVersionsAreRead() {
    assertThat(decode(1, EMPTY_V1)).isEqualTo(new CompactionState(1, 0, List.of(), false));
    assertThat(decode(2, "0001" + EPOCH_1)).isEqualTo(new CompactionState(2, 1, List.of(), false));
    assertThat(decode(2, "0002" + EPOCH_1)).isEqualTo(new CompactionState(2, 1, List.of(), false));
  }

  @Test
  void emptyStatesAreWrittenAsSlateDbWritesThem() {
    assertThat(CompactionsCodec.encode(new CompactionState(2, 1, List.of(), false)).toHex())
        .isEqualTo("0002" + EPOCH_1);
    assertThat(CompactionsCodec.encode(CompactionState.initial()).toHex())
        .isEqualTo("0002" + EMPTY_V1.substring(4));
  }

  @Test
  void aSubmittedCompactionIsRead() {
    CompactionState state = decode(4, SUBMITTED);
    assertThat(state.compactorEpoch()).isEqualTo(1);
    assertThat(state.compactions()).hasSize(1);
    Compaction only = state.compactions().get(0);
    assertThat(only.status()).isEqualTo(Status.SUBMITTED);
    assertThat(only.worker()).isNull();
    assertThat(only.progress()).isNull();
    assertThat(only.spec())
        .isInstanceOfSatisfying(
            Tiered.class,
            spec -> {
              assertThat(spec.l0()).hasSize(2);
              assertThat(spec.runs()).isEmpty();
              assertThat(spec.segment()).isEqualTo(Bytes.EMPTY);
              assertThat(spec.destination()).isZero();
            });
    assertThat(CompactionsCodec.encode(state).toHex()).isEqualTo(SUBMITTED);
  }

  @Test
  void aScheduledCompactionOfASegmentIsRead() {
    CompactionState state = decode(9, SCHEDULED);
    assertThat(state.compactorEpoch()).isEqualTo(3);
    assertThat(state.compactions())
        .containsExactly(
            new Compaction(
                id("01HF7YATZ80000000000000001"),
                new Tiered(
                    Bytes.utf8("seg1"), List.of(id("01HF7YAT3V041061050R3GG28A")), List.of(), 1),
                Status.SCHEDULED,
                List.of(),
                null,
                null));
    assertThat(state.lowWatermarkMillis()).hasValue(1_700_000_001_000L);
    assertThat(reencoded(state)).isEqualTo(state);
  }

  @Test
  void everyStateOfTheReferenceStoresIsWrittenWithTheBytesThatSlateDbWrites() {
    int states = 0;
    for (String zip : List.of("slatedb", "moraine", "lakes")) {
      for (Path each : compactions(Fixtures.folder(zip))) {
        Bytes content = content(each);
        CompactionState state = CompactionsCodec.decode(LAYOUT, 1, content);
        assertThat(CompactionsCodec.encode(state).toHex())
            .as(each.toString())
            .isEqualTo(content.toHex());
        states++;
      }
    }
    assertThat(states).isGreaterThan(300);
  }

  @Test
  void everythingThatAStateCanTellIsKept() {
    BytesRange range =
        new BytesRange(BytesBound.excluded(Bytes.utf8("a")), BytesBound.included(Bytes.utf8("b")));
    Compaction running =
        new Compaction(
            new Ulid(5, 6),
            new Tiered(Bytes.EMPTY, List.of(), List.of(4L, 0xffff_ffffL), 0xffff_ffffL),
            Status.RUNNING,
            List.of(),
            new Worker(null, -1),
            new Progress(
                List.of(
                    new Part(BytesRange.ALL, List.of(), false), new Part(range, List.of(), true)),
                -2));
    Compaction drain =
        new Compaction(
            new Ulid(7, 8),
            new Drain(Bytes.utf8("seg"), List.of(new Ulid(1, 2)), List.of(3L)),
            Status.FAILED,
            List.of(),
            new Worker("w", 3),
            null);
    CompactionState state = new CompactionState(7, -1, List.of(running, drain), false);
    assertThat(reencoded(state)).isEqualTo(state);
    assertThat(state.lowWatermarkMillis()).hasValue(0);
  }

  @Test
  void otherVersionsAreRefused() {
    assertThatThrownBy(() -> decode(1, "0003" + EPOCH_1))
        .isInstanceOf(SlateFormatException.class)
        .hasMessageContaining("compactions version 3");
  }

  @Test
  void noCutStateIsTakenForAWholeOne() {
    Bytes whole = Bytes.fromHex(SUBMITTED);
    for (int length = 0; length < whole.length() - 16; length++) {
      Bytes cut = whole.slice(0, length);
      assertThatThrownBy(() -> CompactionsCodec.decode(LAYOUT, 4, cut))
          .as("%d bytes", length)
          .isInstanceOf(SlateFormatException.class);
    }
  }

  @Test
  void whatANewerVersionStoredIsNotLost() {
    assertThatThrownBy(() -> CompactionsCodec.encode(new CompactionState(1, 1, List.of(), true)))
        .isInstanceOf(WriteRefusedException.class);
  }

  private static CompactionState decode(long id, String hex) {
    return CompactionsCodec.decode(LAYOUT, id, Bytes.fromHex(hex));
  }

  private static CompactionState reencoded(CompactionState state) {
    return CompactionsCodec.decode(LAYOUT, state.id(), CompactionsCodec.encode(state));
  }

  private static Ulid id(String text) {
    return Ulid.parse(text).orElseThrow();
  }

  private static List<Path> compactions(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(each -> each.toString().endsWith(".compactions")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Bytes content(Path file) {
    try {
      return Bytes.wrap(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
