package io.moraine.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteWriterTest {
  @Test
  void numbersAreWrittenInTheByteOrderOfTheName() {
    ByteWriter writer =
        new ByteWriter()
            .writeU8(255)
            .writeU16Be(65534)
            .writeU32Be(4294967294L)
            .writeU32Le(0x80000001L)
            .writeI64Be(-2)
            .writeBytes(Bytes.fromHex("0a0b"));
    assertThat(writer.toBytes().toHex())
        .isEqualTo("ff" + "fffe" + "fffffffe" + "01000080" + "fffffffffffffffe" + "0a0b");
    assertThat(writer.length()).isEqualTo(21);
  }

  @ParameterizedTest
  @CsvSource({
    "00, 0",
    "7f, 127",
    "8001, 128",
    "ff01, 255",
    "ac02, 300",
    "ff7f, 16383",
    "808001, 16384",
    "ffff7f, 2097151",
    "80808001, 2097152",
    "ffffff7f, 268435455",
    "8080808001, 268435456",
    "ffffffff0f, 4294967295"
  })
  void variableNumbersTakeOneByteForSevenBits(String hex, long value) {
    assertThat(new ByteWriter().writeVarintU32(value).toBytes().toHex()).isEqualTo(hex);
    assertThat(ByteWriter.varintBytes(value)).isEqualTo(hex.length() / 2);
  }

  @Test
  void aVariableNumberIsAtMost32Bits() {
    assertThatThrownBy(() -> new ByteWriter().writeVarintU32(1L << 32))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatWasWrittenStaysAsItIs() {
    ByteWriter writer = new ByteWriter(1);
    for (int i = 0; i < 1000; i++) {
      writer.writeU16Be(i);
    }
    Bytes written = writer.toBytes();
    assertThat(new ByteWriter(1).writeBytes(written).toBytes()).isEqualTo(written);
    assertThat(writer.view()).isEqualTo(written);
    writer.clear().writeU16Be(0xffff);
    assertThat(written.slice(1998, 2000).toHex()).isEqualTo("03e7");
    assertThat(written.slice(0, 2).toHex()).isEqualTo("0000");
    assertThat(writer.toBytes().toHex()).isEqualTo("ffff");
  }
}
