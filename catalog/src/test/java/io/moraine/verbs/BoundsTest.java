package io.moraine.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the bounds of columns compare. */
class BoundsTest {
  /** Each text is less than the one after it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "boolean; 0 | true",
        "boolean; false | 1",
        "int8; -128 | -5 | 9 | 127",
        "int32; -10 | 9 | 10",
        "int64; -9223372036854775808 | 99 | 100 | 9223372036854775807",
        "uint64; 9 | 18446744073709551615",
        "int128; -170141183460469231731687303715884105728 | 1",
        "uint128; 2 | 340282366920938463463374607431768211455",
        "decimal(9,4); -2.5000 | 1.1100 | 10.0000",
        "float32; -inf | -1e30 | 0.1 | 10.0 | inf | nan",
        "float64; -infinity | 2.0 | 1e300 | infinity",
        "date; -infinity | 0044-03-15 (BC) | 0043-01-01 (BC) | 1969-12-31 | 10000-01-01 | infinity",
        "time; 00:00:00 | 09:00:00.5 | 09:00:00.51 | 24:00:00",
        "time_ns; 00:00:00.000000001 | 00:00:00.1",
        "timetz; 12:00:00+02 | 12:00:00+00 | 12:00:00-05:30",
        "timestamp; -infinity | 0044-03-15 (BC) 12:00:00 | 2024-01-01 | 2024-01-01 00:00:00.1"
            + " | 2024-01-01 23:00:00 | 290000-01-01 00:00:00 | infinity",
        "timestamp_us; 2023-12-31T23:59:59 | 2024-01-01 00:00:00",
        "timestamp_ns; 2024-01-01 00:00:00.000000001 | 2024-01-01 00:00:00.000001",
        "timestamptz; 2024-01-01 00:00:00+02 | 2024-01-01 00:00:00+00 | 2024-01-01 00:00:00-01"
            + " | 2024-01-01 02:00:00Z",
        "varchar; 10 | 9 | Z | a | \uffee | \ud83d\ude00",
        "uuid; 00000000-0000-0000-0000-000000000001 | f0000000-0000-0000-0000-000000000000",
        "blob; 0A | FF",
        "json; [1] | {}"
      })
  void boundsAreInTheOrderOfTheirType(String type, String ascending) {
    Bounds bounds = Bounds.of(type).orElseThrow();
    List<String> texts = List.of(ascending.split(" \\| "));
    for (int i = 0; i < texts.size(); i++) {
      assertThat(bounds.canBe(texts.get(i))).as(texts.get(i)).isTrue();
      for (int j = 0; j < texts.size(); j++) {
        String one = texts.get(i);
        String other = texts.get(j);
        assertThat(bounds.isGreater(one, other)).as("%s > %s", one, other).isEqualTo(i > j);
        assertThat(bounds.least(one, other)).isEqualTo(texts.get(Math.min(i, j)));
        assertThat(bounds.greatest(one, other)).isEqualTo(texts.get(Math.max(i, j)));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "boolean; yes",
        "int8; 128",
        "int8; 1.0",
        "int16; -32769",
        "int32; 2147483648",
        "int64; 9223372036854775808",
        "int64; x",
        "uint8; 256",
        "uint8; -1",
        "uint64; 18446744073709551616",
        "int128; 170141183460469231731687303715884105728",
        "decimal(4,2); 100.00",
        "decimal(4,2); one",
        "float64; 1f",
        "float64; 0x1p3",
        "date; 2024-02-30",
        "date; 2024-1-1",
        "date; today",
        "time; 24:00:01",
        "time; 12:60:00",
        "time; 12:00",
        "timetz; 12:00:00+2",
        "timestamp; 2024-01-01x00:00:00",
        "timestamp; 2024-01-01 25:00:00",
        "timestamp; now"
      })
  void textsThatAreNoValuesOfATypeAreNoBounds(String type, String text) {
    Bounds bounds = Bounds.of(type).orElseThrow();
    assertThat(bounds.canBe(text)).isFalse();
    assertThat(bounds.least(text, "0")).isNull();
    assertThat(bounds.greatest("0", text)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"struct", "list", "map"})
  void columnsWithOthersInsideHaveNoBounds(String type) {
    assertThat(Bounds.of(type)).isEmpty();
  }

  @Test
  void whatIsUnknownStaysUnknown() {
    Bounds bounds = Bounds.of("int32").orElseThrow();
    assertThat(bounds.least(null, "1")).isNull();
    assertThat(bounds.greatest("1", null)).isNull();
  }

  @Test
  void boxesAroundGeometriesGrow() {
    String one =
        "{\"bbox\": {\"xmin\": 1.000000, \"xmax\": 2.5, \"ymin\": -3, \"ymax\": 4, \"zmin\": null,"
            + " \"zmax\": null, \"mmin\": null, \"mmax\": null}, \"types\": [\"point\"]}";
    String other =
        "{\"bbox\": {\"xmin\": 0.5, \"xmax\": 2, \"ymin\": -2, \"ymax\": 1e2, \"zmin\": 7,"
            + " \"zmax\": 8, \"mmin\": null, \"mmax\": null}, \"types\": [\"linestring\","
            + " \"point\"]}";
    assertThat(GeometryBoxes.union(one, other))
        .isEqualTo(
            "{\"bbox\": {\"xmin\": 0.5, \"xmax\": 2.5, \"ymin\": -3, \"ymax\": 1e2, \"zmin\": 7,"
                + " \"zmax\": 8, \"mmin\": null, \"mmax\": null}, \"types\": [\"linestring\","
                + " \"point\"]}");
    assertThat(GeometryBoxes.union(one, one)).isEqualTo(one);
    assertThat(GeometryBoxes.union(null, one)).isNull();
    assertThat(GeometryBoxes.union(one, null)).isNull();
  }
}
