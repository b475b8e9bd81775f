package io.moraine.slate.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.slate.format.FlatBufferReader.Table;
import io.moraine.slate.format.FlatBufferReader.TableVector;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlatBufferReaderTest {
  @Test
  void fieldsAreReadBySlot() {
    Table table =
        root(
            FlatBufferImage.encode(
                FlatBufferImage.table()
                    .u8(0, 255)
                    .u16(1, 65535)
                    .u32(2, 0xffff_fffeL)
                    .u64(3, -2)
                    .bytes(4, Bytes.fromHex("00ff"))
                    .string(5, "ünï")
                    .table(6, FlatBufferImage.table().u64(0, 7))
                    .tables(7, FlatBufferImage.table(), FlatBufferImage.table().u8(0, 9))));
    assertThat(table.u8(0)).isEqualTo(255);
    assertThat(table.i8(0)).isEqualTo(-1);
    assertThat(table.bool(0)).isTrue();
    assertThat(table.u16(1, 5)).isEqualTo(65535);
    assertThat(table.u32(2)).isEqualTo(0xffff_fffeL);
    assertThat(table.i64(3)).isEqualTo(-2);
    assertThat(table.requiredBytes(4, "bytes")).isEqualTo(Bytes.fromHex("00ff"));
    assertThat(table.requiredString(5, "string")).isEqualTo("ünï");
    assertThat(table.requiredTable(6, "table").u64(0)).isEqualTo(7);
    TableVector tables = table.requiredTables(7, "tables");
    assertThat(tables.size()).isEqualTo(2);
    assertThat(tables.get(1).u8(0)).isEqualTo(9);
    assertThat(table.hasAnyFrom(7)).isTrue();
    assertThat(table.hasAnyFrom(8)).isFalse();
  }

  @Test
  void anAbsentFieldReadsAsItsDefault() {
    Table table = root(FlatBufferImage.encode(FlatBufferImage.table().u8(2, 0)));
    assertThat(table.u8(0)).isZero();
    assertThat(table.u16(1, 5)).isEqualTo(5);
    assertThat(table.u64(9)).isZero();
    assertThat(table.bytes(0)).isNull();
    assertThat(table.string(0)).isNull();
    assertThat(table.table(0)).isNull();
    assertThat(table.tables(0)).isNull();
    assertThat(table.has(2)).isTrue();
    assertThat(table.has(1)).isFalse();
  }

  @Test
  void aRequiredFieldThatIsAbsentIsNamed() {
    Table table = root(FlatBufferImage.encode(FlatBufferImage.table()));
    assertDamaged(() -> table.requiredBytes(0, "Thing.key"), "required field Thing.key is missing");
    assertDamaged(() -> table.requiredTables(0, "Thing.list"), "Thing.list is missing");
  }

  @Test
  void anErrorNamesTheObjectAndItsByte() {
    Region region = new Region("db/manifest/1.manifest", 2, Bytes.fromHex("ff000000"));
    assertThatThrownBy(() -> FlatBufferReader.root(region))
        .isInstanceOfSatisfying(
            SlateFormatException.class,
            e -> {
              assertThat(e.object()).isEqualTo("db/manifest/1.manifest");
              assertThat(e.offset()).isEqualTo(2);
            })
        .hasMessage("db/manifest/1.manifest at byte 2: reference to 255 leads out of the buffer");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 4 bytes expected",
    "00000000, reference to 0 leads out",
    "ffffffff, reference to 4294967295 leads out",
    "04000000ff7fffff, is outside of the buffer",
    "0400000004000000, table of 0 bytes is impossible",
    "080000000400ffff04000000, table of 65535 bytes is impossible",
    "080000000300040004000000, vtable of 3 bytes is impossible",
    "08000000ff00040004000000, vtable of 255 bytes is impossible"
  })
  void aBrokenRootIsRefused(String hex, String problem) {
    assertDamaged(() -> root(Bytes.fromHex(hex)), problem);
  }

  @Test
  void aVectorLongerThanTheBufferIsRefusedBeforeAnythingIsAllocated() {
    Bytes image =
        FlatBufferImage.encode(FlatBufferImage.table().bytes(0, Bytes.fromHex("0102030405")));
    byte[] bytes = image.toArray();
    bytes[bytes.length - 6] = 0x7f;
    assertDamaged(
        () -> root(Bytes.wrap(bytes)).bytes(0),
        "vector of 2130706437 × 1 bytes leads out of the buffer");
    assertDamaged(
        () -> root(Bytes.wrap(bytes)).tables(0),
        "vector of 2130706437 × 4 bytes leads out of the buffer");
  }

  @Test
  void aStringThatIsNotUtf8IsRefused() {
    Bytes image = FlatBufferImage.encode(FlatBufferImage.table().bytes(0, Bytes.fromHex("c328")));
    assertDamaged(() -> root(image).string(0), "string is not UTF-8: c328");
  }

  @Test
  void tablesThatAreReferredToAgainAndAgainAreCounted() {
    Bytes image =
        FlatBufferImage.encode(
            FlatBufferImage.table().tables(0, FlatBufferImage.table(), FlatBufferImage.table()));
    Table table = root(image);
    assertDamaged(
        () -> {
          TableVector tables = table.requiredTables(0, "tables");
          for (int i = 0; i < image.length(); i++) {
            tables.get(0);
          }
        },
        "more tables than " + image.length() + " bytes can hold");
  }

  @Test
  void randomBytesAreReadOrRefused() {
    long seed = 20260115;
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      for (int i = 0; i < bytes.length; i++) {
        // Small numbers lead further than random ones.
        bytes[i] = random.nextInt(3) == 0 ? bytes[i] : (byte) random.nextInt(24);
        bytes[i] = i % 4 == 3 ? 0 : bytes[i];
      }
      try {
        readAll(root(Bytes.wrap(bytes)), 3);
      } catch (SlateFormatException expected) {
        assertThat(expected.object()).as("seed %d, round %d", seed, round).isEqualTo("object");
      }
    }
  }

  private static void readAll(Table table, int depth) {
    for (int slot = 0; slot < 4; slot++) {
      table.u64(slot);
      table.string(slot);
      TableVector tables = table.tables(slot);
      for (int i = 0; depth > 0 && tables != null && i < tables.size(); i++) {
        readAll(tables.get(i), depth - 1);
      }
    }
  }

  private static Table root(Bytes bytes) {
    return FlatBufferReader.root(Region.whole("object", bytes));
  }

  private static void assertDamaged(ThrowingCallable call, String problem) {
    assertThatThrownBy(call)
        .isInstanceOf(SlateFormatException.class)
        .hasMessageStartingWith("object at byte ")
        .hasMessageContaining(problem);
  }
}
