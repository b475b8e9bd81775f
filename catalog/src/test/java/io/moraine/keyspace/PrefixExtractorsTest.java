package io.moraine.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrefixExtractorsTest {
  private static final Bytes VALUE = Bytes.fromHex("00010041");
  private static final Bytes ENTRY = new Key.MultiIndex(5, VALUE, 0x0100000000000000L).encode();

  /** The entry without its row id: where all entries of the value begin. */
  private static final Bytes PROBE = ENTRY.slice(0, ENTRY.length() - Long.BYTES);

  @Test
  void theSegmentOfAKeyIsItsSubspace() {
    assertThat(PrefixExtractors.segment(Bytes.EMPTY)).isEmpty();
    assertThat(PrefixExtractors.segment(Bytes.fromHex("04"))).hasValue(1);
    assertThat(PrefixExtractors.segment(Bytes.fromHex("0203"))).hasValue(1);
  }

  @Test
  void anEqualityProbeHasThePrefixOfItsEntries() {
    assertThat(PrefixExtractors.indexEquality(ENTRY)).hasValue(PROBE.length());
    assertThat(PrefixExtractors.indexEquality(PROBE)).hasValue(PROBE.length());
  }

  @Test
  void aPrefixThatEndsWithinTheValueHasNone() {
    for (int length = 0; length < PROBE.length(); length++) {
      assertThat(PrefixExtractors.indexEquality(ENTRY.slice(0, length))).as("%d", length).isEmpty();
    }
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
