package io.moraine.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteReaderTest {
  @Test
  void numbersAreReadInTheByteOrderOfTheName() {
    ByteReader reader = reader("ff" + "fffe" + "fffffffe" + "01000080" + "fffffffffffffffe");
    assertThat(reader.readU8()).isEqualTo(255);
    assertThat(reader.readU16Be()).isEqualTo(65534);
    assertThat(reader.readU32Be()).isEqualTo(4294967294L);
    assertThat(reader.readU32Le()).isEqualTo(0x80000001L);
    assertThat(reader.readI64Be()).isEqualTo(-2);
    assertThat(reader.remaining()).isZero();
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
  void varintsHaveUpToFiveBytes(String hex, long value) {
    assertThat(reader(hex).readVarintU32()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"ffffffff1f", "808080808001", "8080"})
  void aVarintBeyond32BitsOrCutShortIsAFault(String hex) {
    assertThatThrownBy(() -> reader(hex).readVarintU32()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void readingBeyondTheEndIsAFaultAtThePosition() {
    ByteReader reader = reader("0102");
    assertThat(reader.readU8()).isEqualTo(1);
    assertThatThrownBy(reader::readU16Be)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("1: 2 bytes expected, 1 left");
    assertThatThrownBy(() -> reader.readBytes(0xffff_ffffL))
        .isInstanceOf(IllegalStateException.class);
    assertThat(reader.readBytes(1)).isEqualTo(Bytes.fromHex("02"));
  }

  private static ByteReader reader(String hex) {
    return new ByteReader(
        Bytes.fromHex(hex),
        (offset, problem) -> new IllegalStateException(offset + ": " + problem));
  }
}
