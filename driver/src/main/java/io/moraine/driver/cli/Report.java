package io.moraine.driver.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a command did or found: a text for people, and named facts for scripts. Facts are texts,
 * numbers, truths, times, lists of facts and maps of them; times are ISO 8601 in UTC.
 */
final class Report {
  private final StringBuilder text = new StringBuilder();
  private final Map<String, @Nullable Object> facts = new LinkedHashMap<>();

  /** Adds a line for people. */
  Report line(String line) {
    text.append(line).append('\n');
    return this;
  }

  /** Adds a line for people that gives a name to a value. */
  Report line(String name, Object value) {
    return line(String.format("%-18s %s", name, value));
  }

  /** Adds a fact for scripts; an absent one is null. */
  Report fact(String name, @Nullable Object value) {
    facts.put(name, value);
    return this;
  }

  /** Prints the facts as one line of JSON, or the text. */
  void print(Output output, JsonOption form) throws IOException {
    if (!form.json()) {
      output.out().print(text);
      return;
    }
    try (JsonGenerator json = JsonPrinter.lines(output.out())) {
      write(json, facts);
      json.writeRaw('\n');
    }
    output.out().flush();
  }

  private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value instanceof Optional<?> optional) {
      write(json, optional.orElse(null));
    } else if (value == null) {
      json.writeNull();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> each : map.entrySet()) {
        json.writeFieldName(String.valueOf(each.getKey()));
        write(json, each.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof Iterable<?> list) {
      json.writeStartArray();
      for (Object each : list) {
        write(json, each);
      }
      json.writeEndArray();
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else if (value instanceof Instant time) {
      json.writeString(time.toString());
    } else {
      json.writeString(value.toString());
    }
  }
}
