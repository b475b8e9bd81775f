package io.moraine.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.model.ColumnType;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The contents of metadata tables as the reference stores tell them, and rows in the same words.
 *
 * <p>Dumps of {@code moraine} hold a row a line; times are microseconds. Dumps of {@code lakes}
 * begin with a line about the columns; times are text.
 */
public final class TableDumps {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter TIMESTAMPTZ =
      new DateTimeFormatterBuilder()
          .appendPattern("yyyy-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
          .appendLiteral("+00")
          .toFormatter();

  private TableDumps() {}

  /** The lines of a table in a folder of dumps of {@code moraine}; none if there is no file. */
  public static List<String> lines(Path folder, MetadataTable table) {
    Path file = folder.resolve(table.sqlName() + ".jsonl");
    return Files.exists(file) ? readLines(file) : List.of();
  }

  /** A row of all columns as a line of a dump of {@code moraine}. */
  public static String line(MetadataTable table, @Nullable Object[] row) {
    StringBuilder line = new StringBuilder("{");
    for (int i = 0; i < row.length; i++) {
      line.append(i == 0 ? "" : ",");
      line.append('"').append(table.columns().get(i).name()).append("\":").append(json(row[i]));
    }
    return line.append('}').toString();
  }

  /**
   * The rows of a table in a folder of dumps of either kind, with the classes that {@link
   * ColumnType} names; none if there is no file.
   */
  public static List<List<@Nullable Object>> rows(Path folder, MetadataTable table) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (String line : lines(folder, table)) {
      JsonNode row = parse(line);
      if (!row.has("columns")) {
        rows.add(row(table, row));
      }
    }
    return rows;
  }

  private static List<@Nullable Object> row(MetadataTable table, JsonNode json) {
    List<@Nullable Object> row = new ArrayList<>();
    Iterator<Map.Entry<String, JsonNode>> members = json.properties().iterator();
    for (MetadataColumn column : table.columns()) {
      Map.Entry<String, JsonNode> member = members.next();
      if (!member.getKey().equals(column.name())) {
        throw new IllegalArgumentException(
            member.getKey() + " where " + column.name() + " was due");
      }
      row.add(value(column.type(), member.getValue()));
    }
    return row;
  }

  private static @Nullable Object value(ColumnType type, JsonNode json) {
    if (json.isNull()) {
      return null;
    }
    return switch (type) {
      case BIGINT -> json.longValue();
      case BOOLEAN -> json.booleanValue();
      case VARCHAR -> json.textValue();
      case UUID -> UUID.fromString(json.textValue());
      case TIMESTAMPTZ -> json.isTextual() ? micros(json.textValue()) : json.longValue();
    };
  }

  private static long micros(String text) {
    return ChronoUnit.MICROS.between(
        LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), LocalDateTime.parse(text, TIMESTAMPTZ));
  }

  private static String json(@Nullable Object value) {
    try {
      return value instanceof UUID uuid
          ? JSON.writeValueAsString(uuid.toString())
          : JSON.writeValueAsString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> readLines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }
}
