package io.moraine.driver.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Struct;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints a JSON object a row, members in column order: NULL as null, numbers as numbers, blobs as
 * hexadecimal digits, timestamps as ISO 8601 with microseconds.
 */
record JsonPrinter(PrintStream out) implements RowPrinter {
  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS");

  @Override
  public long print(ResultSet rows) throws SQLException, IOException {
    ResultSetMetaData columns = rows.getMetaData();
    long count = 0;
    try (JsonGenerator json = lines(out)) {
      while (rows.next()) {
        json.writeStartObject();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
          json.writeFieldName(columns.getColumnLabel(i));
          writeColumn(json, rows, i, columns.getColumnType(i));
        }
        json.writeEndObject();
        count++;
      }
      if (count > 0) {
        json.writeRaw('\n');
      }
    }
    return count;
  }

  @Override
  public void printCount(long count) {
    out.append("{\"changed_rows\":").append(Long.toString(count)).append("}\n");
  }

  /** A generator that puts each top-level value on a line of its own and leaves the target open. */
  static JsonGenerator lines(PrintStream target) throws IOException {
    JsonGenerator json = new JsonFactory().createGenerator(target);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.setRootValueSeparator(new com.fasterxml.jackson.core.io.SerializedString("\n"));
    return json;
  }

  private static void writeColumn(JsonGenerator json, ResultSet rows, int index, int type)
      throws SQLException, IOException {
    switch (type) {
      case Types.TIMESTAMP_WITH_TIMEZONE -> {
        OffsetDateTime instant = rows.getObject(index, OffsetDateTime.class);
        writeText(
            json,
            instant == null
                ? null
                : MICROSECONDS.format(instant.withOffsetSameInstant(ZoneOffset.UTC)) + "Z");
      }
      case Types.TIMESTAMP -> {
        LocalDateTime time = rows.getObject(index, LocalDateTime.class);
        writeText(json, time == null ? null : MICROSECONDS.format(time));
      }
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> {
        byte[] bytes = rows.getBytes(index);
        writeText(json, bytes == null ? null : HexFormat.of().formatHex(bytes));
      }
      case Types.DATE, Types.TIME, Types.VARCHAR, Types.CHAR ->
          writeText(json, rows.getString(index));
      default -> writeValue(json, rows.getObject(index));
    }
  }

  private static void writeText(JsonGenerator json, @Nullable String text) throws IOException {
    if (text == null) {
      json.writeNull();
    } else {
      json.writeString(text);
    }
  }

  private static void writeValue(JsonGenerator json, @Nullable Object value)
      throws SQLException, IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof BigDecimal decimal) {
      json.writeNumber(decimal);
    } else if (value instanceof Double || value instanceof Float) {
      writeDouble(json, ((Number) value).doubleValue());
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else if (value instanceof Array array) {
      writeAll(json, java.util.Arrays.asList((@Nullable Object[]) array.getArray()));
    } else if (value instanceof Struct struct) {
      writeAll(json, java.util.Arrays.asList(struct.getAttributes()));
    } else if (value instanceof List<?> list) {
      writeAll(json, list);
    } else {
      json.writeString(value.toString());
    }
  }

  /** JSON has no infinities and no NaN: they are written as text. */
  private static void writeDouble(JsonGenerator json, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumber(value);
    } else {
      json.writeString(Double.toString(value));
    }
  }

  private static void writeAll(JsonGenerator json, List<? extends @Nullable Object> values)
      throws SQLException, IOException {
    json.writeStartArray();
    for (Object value : values) {
      writeValue(json, value);
    }
    json.writeEndArray();
  }
}
