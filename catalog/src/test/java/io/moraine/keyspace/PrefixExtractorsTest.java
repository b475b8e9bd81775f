package io.moraine.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PrefixExtractorsTest {
  private static final Bytes VALUE = Bytes.fromHex("00010041");

  @Test
  void theSegmentOfAKeyIsItsSubspace() {
    assertThat(PrefixExtractors.segment(Bytes.EMPTY)).isEmpty();
    assertThat(PrefixExtractors.segment(Bytes.fromHex("04"))).hasValue(1);
    assertThat(PrefixExtractors.segment(Bytes.fromHex("0203"))).hasValue(1);
  }

  @Test
  void anEqualityProbeHasThePrefixOfItsEntries() {
    Bytes entry = new Key.MultiIndex(5, VALUE, 0x0100000000000000L).encode();
    Bytes probe = KeyPrefix.multiIndexValue(5, VALUE);
    assertThat(PrefixExtractors.indexEquality(entry)).hasValue(probe.length());
    assertThat(PrefixExtractors.indexEquality(probe)).hasValue(probe.length());
  }

  @Test
  void aPrefixThatEndsWithinTheValueHasNone() {
    assertThat(PrefixExtractors.indexEquality(KeyPrefix.multiIndexValuesFrom(5, VALUE)))
        .isEqualTo(OptionalInt.empty());
    assertThat(PrefixExtractors.indexEquality(KeyPrefix.multiIndex(5))).isEmpty();
    assertThat(PrefixExtractors.indexEquality(Bytes.fromHex("0703"))).isEmpty();
  }

  @Test
  void otherKeysHaveNone() {
    assertThat(
            List.of(
                new Key.UniqueIndex(5, VALUE).encode(),
                Key.Sys.HEAD.encode(),
                Key.Current.of(EntityKind.FILE, 1L, 2L).encode(),
                Bytes.EMPTY))
        .allSatisfy(key -> assertThat(PrefixExtractors.indexEquality(key)).isEmpty());
  }
}
