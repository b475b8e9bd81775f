package io.moraine.slate.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FlatBufferWriterTest {
  @Test
  void whatWasWrittenIsRead() {
    FlatBufferWriter writer = new FlatBufferWriter(0);
    int text = writer.string("Zürich");
    int content = writer.bytes(Bytes.fromHex("0102030405"));
    int inner = writer.table().u8(1, 200).end();
    int tables = writer.tables(List.of(inner, writer.table().end()));
    FlatBufferReader.Table root =
        root(
            writer.finish(
                writer
                    .table()
                    .bool(0, true)
                    .u8(1, -3)
                    .u16(2, 65535)
                    .u32(3, 4294967295L)
                    .u64(4, Long.MIN_VALUE)
                    .reference(5, text)
                    .reference(6, content)
                    .reference(7, inner)
                    .reference(8, tables)
                    .optionalU16(9, 0)
                    .end()));
    assertThat(root.bool(0)).isTrue();
    assertThat(root.i8(1)).isEqualTo(-3);
    assertThat(root.u16(2, 0)).isEqualTo(65535);
    assertThat(root.u32(3)).isEqualTo(4294967295L);
    assertThat(root.i64(4)).isEqualTo(Long.MIN_VALUE);
    assertThat(root.string(5)).isEqualTo("Zürich");
    assertThat(root.requiredBytes(6, "bytes").toHex()).isEqualTo("0102030405");
    assertThat(root.requiredTable(7, "table").u8(1)).isEqualTo(200);
    assertThat(root.requiredTables(8, "tables").size()).isEqualTo(2);
    assertThat(root.requiredTables(8, "tables").get(0).u8(1)).isEqualTo(200);
    assertThat(root.requiredTables(8, "tables").get(1).has(1)).isFalse();
    assertThat(root.u16(9, 7)).isZero();
  }

  @Test
  void whatEqualsItsDefaultIsLeftOut() {
    FlatBufferWriter writer = new FlatBufferWriter();
    FlatBufferReader.Table root =
        root(
            writer.finish(
                writer.table().bool(0, false).u8(1, 0).u16(2, 0).u32(3, 0).u64(4, 0).end()));
    assertThat(root.hasAnyFrom(0)).isFalse();
  }

  @Test
  void everythingLiesOnAMultipleOfItsWidthAndStringsEndWithZero() {
    for (long seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      FlatBufferWriter writer = new FlatBufferWriter(random.nextInt(100));
      String text = "x".repeat(random.nextInt(20));
      Bytes content = Bytes.wrap(new byte[random.nextInt(20)]);
      int first = writer.string(text);
      int second = writer.bytes(content);
      List<Integer> tables =
          IntStream.range(0, random.nextInt(5))
              .mapToObj(i -> writer.table().u8(0, 1).u64(1, i + 1).end())
              .toList();
      int third = writer.tables(tables);
      Bytes image =
          writer.finish(
              writer
                  .table()
                  .u8(0, 1)
                  .u16(1, 2)
                  .u32(2, 3)
                  .u64(3, 4)
                  .reference(4, first)
                  .reference(5, second)
                  .reference(6, third)
                  .end());
      int root = u32(image, 0);
      int vtable = root - u32(image, root);
      int[] widths = {1, 2, 4, 8, 4, 4, 4};
      assertThat(vtable % 2).as("seed %d", seed).isZero();
      assertThat(root % 4).as("seed %d", seed).isZero();
      for (int slot = 0; slot < widths.length; slot++) {
        assertThat((root + u16(image, vtable + 4 + 2 * slot)) % widths[slot])
            .as("seed %d, slot %d", seed, slot)
            .isZero();
      }
      int string = follow(image, root + u16(image, vtable + 12));
      assertThat(string % 4).as("seed %d", seed).isZero();
      assertThat(image.at(string + 4 + text.length())).as("seed %d", seed).isZero();
      int vector = follow(image, root + u16(image, vtable + 16));
      assertThat(vector % 4).as("seed %d", seed).isZero();
      for (int i = 0; i < tables.size(); i++) {
        int table = follow(image, vector + 4 + 4 * i);
        int tableFields = table - u32(image, table);
        assertThat((table + u16(image, tableFields + 6)) % 8).as("seed %d", seed).isZero();
      }
    }
  }

  @Test
  void equalShapesShareTheirVtable() {
    FlatBufferWriter writer = new FlatBufferWriter();
    List<Integer> tables =
        IntStream.range(0, 1000).mapToObj(i -> writer.table().u64(0, i + 1).end()).toList();
    Bytes image = writer.finish(writer.table().reference(0, writer.tables(tables)).end());
    // A table of 12 bytes, aligned to 16, and a reference of 4 for each.
    assertThat(image.length()).isLessThan(1000 * 20 + 64);
    assertThat(root(image).requiredTables(0, "tables").get(999).u64(0)).isEqualTo(1000);
  }

  private static FlatBufferReader.Table root(Bytes image) {
    return FlatBufferReader.root(Region.whole("test", image));
  }

  private static int follow(Bytes image, int at) {
    return at + u32(image, at);
  }

  private static int u16(Bytes image, int at) {
    return image.unsignedAt(at) | image.unsignedAt(at + 1) << 8;
  }

  private static int u32(Bytes image, int at) {
    return u16(image, at) | u16(image, at + 2) << 16;
  }
}
