package io.moraine.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeWordsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BIGINT | int64",
        "UTINYINT | uint8",
        "HUGEINT | int128",
        "FLOAT | float32",
        "DOUBLE | float64",
        "DECIMAL(10, 2) | decimal(10,2)",
        "DECIMAL | decimal(18,3)",
        "TIMESTAMP WITH TIME ZONE | timestamptz",
        "TIME WITH TIME ZONE | timetz",
        "TIMESTAMP_NS | timestamp_ns",
        "STRUCT | struct",
        "STRUCT(a INTEGER) | struct",
        "INTEGER[] | list",
        "INTEGER[3] | list",
        "MAP(VARCHAR, INTEGER) | map",
      })
  void anSqlNameBecomesAWordOfDuckLake(String stored, String word) {
    assertThat(TypeWords.ofStored(stored)).isEqualTo(word);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"int64", "decimal(9,2)", "struct", "SOMETHING NEW", "''"})
  void anythingElseStaysAsItIs(String stored) {
    assertThat(TypeWords.ofStored(stored)).isEqualTo(stored);
  }
}
