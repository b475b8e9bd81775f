package io.moraine.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.base.Bytes;
import io.moraine.keyspace.HeadValue;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.KeyRange;
import io.moraine.table.RecordSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The records of a reference lake, from its {@code records.jsonl}, as a source in memory. */
public final class StoredRecords implements RecordSource {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final NavigableMap<Bytes, Bytes> records;

  private StoredRecords(NavigableMap<Bytes, Bytes> records) {
    this.records = records;
  }

  /** A source of these records. */
  public static StoredRecords of(Map<Bytes, Bytes> records) {
    return new StoredRecords(new TreeMap<>(records));
  }

  /** The records of a fixture such as {@code moraine/shop}. */
  public static StoredRecords ofFixture(String fixture) {
    NavigableMap<Bytes, Bytes> records = new TreeMap<>();
    for (JsonNode line : lines(fixture)) {
      records.put(
          Bytes.fromHex(line.get("key").textValue()), Bytes.fromHex(line.get("value").textValue()));
    }
    return new StoredRecords(records);
  }

  /** The fixtures that come with their records. */
  public static List<String> fixtures() {
    return Fixtures.names("moraine").stream()
        .filter(fixture -> Files.exists(Fixtures.folder(fixture).resolve("records.jsonl")))
        .toList();
  }

  /** The lines of a fixture's {@code records.jsonl}. */
  public static List<JsonNode> lines(String fixture) {
    try {
      Path file = Fixtures.folder(fixture).resolve("records.jsonl");
      return List.copyOf(
          JSON.readerFor(JsonNode.class).<JsonNode>readValues(file.toFile()).readAll());
    } catch (IOException e) {
      throw new UncheckedIOException(fixture, e);
    }
  }

  /** All records in key order. */
  public NavigableMap<Bytes, Bytes> all() {
    return records;
  }

  /** The snapshot id in the head record. */
  public long head() {
    Bytes key = Key.Sys.HEAD.encode();
    return HeadValue.TYPE.decode(key, Objects.requireNonNull(records.get(key))).snapshotId();
  }

  @Override
  public @Nullable Bytes find(Bytes key) {
    return records.get(key);
  }

  @Override
  public RecordIterator scan(List<KeyRange> ranges, Direction direction) {
    return new EntryIterator(
        ranges.stream().flatMap(range -> part(range, direction).entrySet().stream()).iterator());
  }

  private NavigableMap<Bytes, Bytes> part(KeyRange range, Direction direction) {
    NavigableMap<Bytes, Bytes> part =
        range
            .toExclusive()
            .map(end -> records.subMap(range.fromInclusive(), true, end, false))
            .orElseGet(() -> records.tailMap(range.fromInclusive(), true));
    return direction == Direction.ASCENDING ? part : part.descendingMap();
  }

  private static final class EntryIterator implements RecordIterator {
    private final Iterator<Map.Entry<Bytes, Bytes>> entries;
    private Map.@Nullable Entry<Bytes, Bytes> current;

    EntryIterator(Iterator<Map.Entry<Bytes, Bytes>> entries) {
      this.entries = entries;
    }

    @Override
    public boolean next() {
      if (!entries.hasNext()) {
        return false;
      }
      current = entries.next();
      return true;
    }

    @Override
    public Bytes key() {
      return Objects.requireNonNull(current).getKey();
    }

    @Override
    public Bytes value() {
      return Objects.requireNonNull(current).getValue();
    }

    @Override
    public void close() {}
  }
}
