package io.moraine.slate.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UlidTest {
  @Test
  void textAndHalvesAreTwoFormsOfOneId() {
    Ulid id = new Ulid(0x018bcfe5687b0102L, 0x030405060708090aL);
    assertThat(id).hasToString("01HF7YAT3V041061050R3GG28A");
    assertThat(Ulid.parse("01HF7YAT3V041061050R3GG28A")).contains(id);
    assertThat(id.timestampMillis()).isEqualTo(0x018bcfe5687bL);
  }

  @Test
  void idsAreOrderedAsUnsignedNumbers() {
    Ulid greatest = new Ulid(-1, -1);
    assertThat(greatest).hasToString("7ZZZZZZZZZZZZZZZZZZZZZZZZZ").isGreaterThan(new Ulid(1, 0));
    assertThat(new Ulid(0, -1)).isGreaterThan(new Ulid(0, 1)).isLessThan(new Ulid(1, 0));
    assertThat(Ulid.parse(greatest.toString())).contains(greatest);
  }

  @Test
  void whatIsNoUlidIsNotRead() {
    assertThat(Ulid.parse("")).isEmpty();
    assertThat(Ulid.parse("81HF7YAT3V041061050R3GG28A")).isEmpty();
    assertThat(Ulid.parse("01hf7yat3v041061050r3gg28a")).isEmpty();
    assertThat(Ulid.parse("01HF7YAT3V041061050R3GG28U")).isEmpty();
    assertThat(Ulid.parse("01HF7YAT3V041061050R3GG28AA")).isEmpty();
  }
}
