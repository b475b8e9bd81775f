package io.moraine.driver.type;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Against casts.jsonl, which casts.py wrote by asking DuckDB. */
class CastTextTest {
  @Test
  void everyTextBecomesWhatDuckDbMakesOfIt() throws IOException {
    List<String> wrong = new ArrayList<>();
    int vectors = 0;
    for (JsonNode vector : vectors()) {
      vectors++;
      String type = vector.get(0).asText();
      String text = vector.get(1).asText();
      String expected = vector.get(2).isNull() ? null : vector.get(2).asText();
      String actual = cast(type, text);
      if (!Objects.equals(actual, expected) && !isOnPurpose(type, text)) {
        wrong.add(vector + " became " + actual);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(vectors).isGreaterThan(3_500);
  }

  /**
   * DuckDB scales a number down digit by digit: it rounds twice, and overflows on the way. Java's
   * NaN has no sign.
   */
  private static boolean isOnPurpose(String type, String text) {
    boolean exact = type.startsWith("DECIMAL") || type.endsWith("INT");
    return text.equals("-nan") || (exact && text.matches("-?[0-9.]+e-[0-9]+"));
  }

  private static @Nullable String cast(String type, String text) {
    Object value =
        switch (type) {
          case "BIGINT" -> NumberText.parseInteger(text, Long.MIN_VALUE, Long.MAX_VALUE);
          case "INTEGER" -> NumberText.parseInteger(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
          case "SMALLINT" -> NumberText.parseInteger(text, Short.MIN_VALUE, Short.MAX_VALUE);
          case "TINYINT" -> NumberText.parseInteger(text, Byte.MIN_VALUE, Byte.MAX_VALUE);
          case "DECIMAL(18,3)" -> decimal(text, 18, 3);
          case "DECIMAL(5,2)" -> decimal(text, 5, 2);
          case "DECIMAL(38,10)" -> decimal(text, 38, 10);
          case "DOUBLE" -> {
            Double number = NumberText.parseDouble(text);
            yield number == null ? null : NumberText.format(number);
          }
          case "FLOAT" -> {
            Float number = NumberText.parseFloat(text);
            yield number == null ? null : NumberText.format(number);
          }
          case "BOOLEAN" -> BooleanText.parse(text);
          case "DATE" -> {
            Integer days = DateTimeText.parseDate(text);
            yield days == null ? null : DateTimeText.formatDate(days);
          }
          case "TIMESTAMP" -> {
            Long micros = DateTimeText.parseTimestamp(text);
            yield micros == null ? null : DateTimeText.formatTimestamp(micros);
          }
          case "TIMESTAMPTZ" -> {
            Long micros = DateTimeText.parseInstant(text);
            yield micros == null ? null : DateTimeText.formatInstant(micros);
          }
          case "UUID" -> UuidText.parse(text);
          default -> throw new AssertionError(type);
        };
    return value == null ? null : value.toString();
  }

  private static @Nullable String decimal(String text, int precision, int scale) {
    BigDecimal value = NumberText.parseDecimal(text, precision, scale);
    return value == null ? null : value.toPlainString();
  }

  private static List<JsonNode> vectors() throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> vectors = new ArrayList<>();
    try (BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    Objects.requireNonNull(CastTextTest.class.getResourceAsStream("casts.jsonl")),
                    StandardCharsets.UTF_8));
        Stream<String> lines = reader.lines()) {
      for (String line : (Iterable<String>) lines::iterator) {
        vectors.add(json.readTree(line));
      }
    }
    return vectors;
  }
}
