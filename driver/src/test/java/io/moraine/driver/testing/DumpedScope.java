package io.moraine.driver.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.model.CommitPosition;
import io.moraine.model.Cursor;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataColumn;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A read scope over the dumped rows of a catalog. Does what a scan asks for in the plainest way;
 * leaves out all that a scan permits to leave out; counts the rows that it gives as records
 * decoded.
 */
public final class DumpedScope implements ReadScope {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter INSTANT =
      new java.time.format.DateTimeFormatterBuilder()
          .appendPattern("yyyy-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .appendOffset("+HH:mm", "+00")
          .toFormatter(java.util.Locale.ROOT);

  private final Map<MetadataTable, List<@Nullable Object[]>> tables =
      new EnumMap<>(MetadataTable.class);
  private final long head;
  private long decoded;
  private int openCursors;

  /**
   * A scope over the files {@code <table>.jsonl} of a folder: a row a line, after a line that names
   * the columns if there is one.
   */
  public DumpedScope(Path folder) {
    for (MetadataTable table : MetadataTable.values()) {
      tables.put(table, readRows(table, folder.resolve(table.sqlName() + ".jsonl")));
    }
    head = rows(MetadataTable.SNAPSHOT).stream().mapToLong(row -> (Long) row[0]).max().orElse(0);
  }

  private DumpedScope() {
    for (MetadataTable table : MetadataTable.values()) {
      tables.put(table, new ArrayList<>());
    }
    head = 0;
  }

  /** A scope without rows. */
  public static DumpedScope empty() {
    return new DumpedScope();
  }

  /** The rows of a table, in no order. */
  public List<List<@Nullable Object>> rowsOf(MetadataTable table) {
    return rows(table).stream()
        .map(row -> java.util.Collections.unmodifiableList(java.util.Arrays.asList(row)))
        .toList();
  }

  /** Cursors that are not closed. */
  public int openCursors() {
    return openCursors;
  }

  @Override
  public CommitPosition position() {
    return new CommitPosition(head, head);
  }

  @Override
  public long snapshotId() {
    return head;
  }

  @Override
  public long recordsDecoded() {
    return decoded;
  }

  @Override
  public void close() {}

  @Override
  public Cursor open(TableScan scan) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (@Nullable Object[] row : rows(scan.table())) {
      if (matchesKey(scan, row) && isVisible(scan, row) && !mayBeLeftOut(scan, row)) {
        rows.add(row);
      }
    }
    rows.sort(order(scan));
    Iterator<@Nullable Object[]> iterator = rows.stream().limit(scan.limit()).iterator();
    openCursors++;
    return new RowsCursor(scan.projection(), iterator);
  }

  /** The rows of a table as they lie here. */
  List<@Nullable Object[]> rows(MetadataTable table) {
    return Objects.requireNonNull(tables.get(table), table.sqlName());
  }

  private static boolean matchesKey(TableScan scan, @Nullable Object[] row) {
    List<Integer> key = scan.table().keyColumns();
    List<Long> prefix = scan.key().prefix();
    for (int i = 0; i < prefix.size(); i++) {
      if (!prefix.get(i).equals(row[key.get(i)])) {
        return false;
      }
    }
    KeyCondition.Next next = scan.key().next();
    if (next instanceof KeyCondition.Any) {
      return true;
    }
    Long value = (Long) row[key.get(prefix.size())];
    return next instanceof KeyCondition.OneOf points
        ? points.values().contains(value)
        : value >= ((KeyCondition.Between) next).fromInclusive()
            && value <= ((KeyCondition.Between) next).toInclusive();
  }

  private static boolean isVisible(TableScan scan, @Nullable Object[] row) {
    if (scan.asOf().isEmpty()) {
      return true;
    }
    long snapshot = scan.asOf().getAsLong();
    int begin = scan.table().beginSnapshotOrdinal();
    int end = scan.table().endSnapshotOrdinal();
    if (scan.table() == MetadataTable.SNAPSHOT || scan.table() == MetadataTable.SNAPSHOT_CHANGES) {
      return (Long) row[0] <= snapshot;
    }
    return (begin < 0 || (Long) row[begin] <= snapshot)
        && (end < 0 || row[end] == null || (Long) row[end] > snapshot);
  }

  private static boolean mayBeLeftOut(TableScan scan, @Nullable Object[] row) {
    int end = scan.table().endSnapshotOrdinal();
    return scan.endedAfter().isPresent()
        && end >= 0
        && row[end] != null
        && (Long) row[end] <= scan.endedAfter().getAsLong();
  }

  private static Comparator<@Nullable Object[]> order(TableScan scan) {
    Comparator<@Nullable Object[]> byKey =
        scan.table().keyColumns().stream()
            .map(column -> Comparator.comparing((@Nullable Object[] row) -> key(row[column])))
            .reduce(Comparator::thenComparing)
            .orElse(Comparator.comparing(row -> 0));
    int end = scan.table().endSnapshotOrdinal();
    Comparator<@Nullable Object[]> stored =
        Comparator.<@Nullable Object[]>comparingInt(row -> end < 0 || row[end] == null ? 0 : 1)
            .thenComparing(byKey);
    return switch (scan.order()) {
      case STORED -> stored;
      case KEY_ASCENDING -> byKey;
      case KEY_DESCENDING -> byKey.reversed();
    };
  }

  private static Long key(@Nullable Object value) {
    return (Long) Objects.requireNonNull(value, "key");
  }

  private static List<@Nullable Object[]> readRows(MetadataTable table, Path file) {
    try {
      List<@Nullable Object[]> rows = new ArrayList<>();
      for (String line : Files.readAllLines(file)) {
        JsonNode json = JSON.readTree(line);
        if (json.has("columns") && json.has("types")) {
          continue;
        }
        rows.add(
            table.columns().stream()
                .map(column -> value(column, json.get(column.name())))
                .toArray());
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable Object value(MetadataColumn column, @Nullable JsonNode json) {
    if (json == null || json.isNull()) {
      return null;
    }
    return switch (column.type()) {
      case BIGINT -> json.asLong();
      case BOOLEAN -> json.asBoolean();
      case VARCHAR -> json.asText();
      case UUID -> UUID.fromString(json.asText());
      case TIMESTAMPTZ ->
          ChronoUnit.MICROS.between(
              java.time.Instant.EPOCH, OffsetDateTime.parse(json.asText(), INSTANT).toInstant());
    };
  }

  private final class RowsCursor implements Cursor {
    private final List<Integer> projection;
    private final Iterator<@Nullable Object[]> rows;
    private @Nullable Object[] current = {};
    private boolean closed;

    RowsCursor(List<Integer> projection, Iterator<@Nullable Object[]> rows) {
      this.projection = projection;
      this.rows = rows;
    }

    @Override
    public boolean next() {
      if (!rows.hasNext()) {
        return false;
      }
      current = rows.next();
      decoded++;
      return true;
    }

    @Override
    public @Nullable Object[] row() {
      return projection.stream().map(ordinal -> current[ordinal]).toArray();
    }

    @Override
    public void cancel() {}

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        openCursors--;
      }
    }
  }
}
