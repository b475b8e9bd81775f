package io.moraine.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DataTypeTest {
  private static final List<String> ALL =
      List.of(
          "boolean",
          "int8",
          "int16",
          "int32",
          "int64",
          "int128",
          "uint8",
          "uint16",
          "uint32",
          "uint64",
          "uint128",
          "float32",
          "float64",
          "decimal(9,2)",
          "decimal(11,2)",
          "decimal(11,4)",
          "decimal(10,4)",
          "decimal(38,10)",
          "date",
          "time",
          "time_ns",
          "timetz",
          "timestamp",
          "timestamp_us",
          "timestamp_s",
          "timestamp_ms",
          "timestamp_ns",
          "timestamptz",
          "interval",
          "varchar",
          "blob",
          "uuid",
          "json",
          "geometry",
          "struct",
          "list",
          "map");

  private static final Map<String, Set<String>> WIDENINGS =
      Map.ofEntries(
          Map.entry("int8", Set.of("int16", "int32", "int64", "int128", "float32", "float64")),
          Map.entry("int16", Set.of("int32", "int64", "int128", "float32", "float64")),
          Map.entry("int32", Set.of("int64", "int128", "float32", "float64")),
          Map.entry("int64", Set.of("int128", "float32", "float64")),
          Map.entry("int128", Set.of("float32", "float64")),
          Map.entry(
              "uint8",
              Set.of(
                  "int16", "int32", "int64", "int128", "uint16", "uint32", "uint64", "uint128",
                  "float32", "float64")),
          Map.entry(
              "uint16",
              Set.of(
                  "int32", "int64", "int128", "uint32", "uint64", "uint128", "float32", "float64")),
          Map.entry("uint32", Set.of("int64", "int128", "uint64", "uint128", "float32", "float64")),
          Map.entry("uint64", Set.of("int128", "uint128", "float32", "float64")),
          Map.entry("uint128", Set.of("float32", "float64")),
          Map.entry("float32", Set.of("float64")),
          Map.entry("decimal(9,2)", Set.of("decimal(11,2)", "decimal(11,4)", "decimal(38,10)")),
          Map.entry("decimal(11,2)", Set.of("decimal(38,10)")),
          Map.entry("decimal(11,4)", Set.of("decimal(38,10)")),
          Map.entry("decimal(10,4)", Set.of("decimal(11,4)", "decimal(38,10)")),
          Map.entry("timestamp", Set.of("timestamptz")),
          Map.entry("timestamp_us", Set.of("timestamptz")));

  @Test
  void typesGrowAsDuckLakeLetsThem() {
    for (String before : ALL) {
      for (String after : ALL) {
        assertThat(DataType.parse(before).widensTo(DataType.parse(after)))
            .as("%s to %s", before, after)
            .isEqualTo(WIDENINGS.getOrDefault(before, Set.of()).contains(after));
      }
    }
  }

  @Test
  void aTypeIsStoredAsReadersExpectIt() {
    assertThat(ALL).allSatisfy(type -> assertThat(DataType.parse(type).text()).isEqualTo(type));
    assertThat(DataType.parse("DECIMAL( 09 , 2 )").text()).isEqualTo("decimal(9,2)");
    assertThat(DataType.parse("VarChar").text()).isEqualTo("varchar");
  }

  @Test
  void aStoredTypeIsReadWhateverItIs() {
    assertThat(DataType.ofStored("decimal(50,60)").text()).isEqualTo("decimal(50,60)");
    assertThat(DataType.ofStored("variant").widensTo(DataType.parse("json"))).isFalse();
    assertThat(DataType.ofStored("nothing").isNested()).isFalse();
  }
}
