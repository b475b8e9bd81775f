package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.Corruption;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.OptionScopeValue;
import io.moraine.keyspace.OptionScopeValue.Option;
import io.moraine.keyspace.U64;
import io.moraine.model.KeyCondition;
import io.moraine.model.TableScan;
import io.moraine.table.RecordSource.Direction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code ducklake_metadata}: four rows that every lake has, then the stored options by scope and
 * name. Stored global options named like one of the four are not shown themselves.
 *
 * <p>Source: Moraine {@code crates/moraine-duckdb/cpp/metadata_tables.cpp} at d417eb4.
 */
final class OptionRows implements FullRows {
  private static final Bytes OPTIONS = KeyPrefix.current(EntityKind.OPTION);
  private static final Bytes GLOBAL = Key.Current.of(EntityKind.OPTION, 0L, 0L).encode();
  static final Set<String> FIXED = Set.of("version", "created_by", "encrypted", "data_path");

  private final RecordSource source;
  private final RangeStream stored;
  private final boolean descending;
  private final DecodeCounter counter;
  private final Deque<@Nullable Object[]> pending = new ArrayDeque<>();
  private @Nullable Map<String, String> global;
  private boolean started;
  private boolean fixedGiven;

  OptionRows(RecordSource source, TableScan scan, DecodeCounter counter) {
    Direction direction = MetadataTables.direction(scan);
    this.source = source;
    this.stored = RangeStream.live(source, KeyRanges.of(OPTIONS, 2, KeyCondition.NONE), direction);
    this.descending = direction == Direction.DESCENDING;
    this.counter = counter;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    if (!started) {
      started = true;
      stored.begin();
    }
    if (!descending) {
      giveFixedOnce();
    }
    while (pending.isEmpty() && stored.next()) {
      give(storedRows(stored.key(), options(stored.key(), stored.value())));
    }
    if (pending.isEmpty()) {
      giveFixedOnce();
    }
    return pending.poll();
  }

  private void giveFixedOnce() {
    if (!fixedGiven) {
      fixedGiven = true;
      give(fixedRows());
    }
  }

  private void give(List<@Nullable Object[]> rows) {
    List<@Nullable Object[]> ordered = new ArrayList<>(rows);
    if (descending) {
      Collections.reverse(ordered);
    }
    pending.addAll(ordered);
  }

  private List<@Nullable Object[]> fixedRows() {
    Map<String, String> global = global();
    List<@Nullable Object[]> rows = new ArrayList<>();
    rows.add(row("version", "1.0", null, null));
    rows.add(row("created_by", "moraine", null, null));
    rows.add(
        row("encrypted", Boolean.toString("true".equals(global.get("encrypted"))), null, null));
    String dataPath = global.get("data_path");
    if (dataPath != null) {
      rows.add(row("data_path", withOneSlash(dataPath), null, null));
    }
    return rows;
  }

  static String withOneSlash(String path) {
    int end = path.length();
    while (end > 0 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end) + "/";
  }

  private static List<@Nullable Object[]> storedRows(Bytes key, Map<String, String> options) {
    RecordKeys.checkLength(key, GLOBAL.length());
    String scope = scopeOf(key);
    Long scopeId = scope == null ? null : U64.readBe(key, OPTIONS.length() + Long.BYTES);
    List<@Nullable Object[]> rows = new ArrayList<>();
    options.forEach(
        (name, value) -> {
          if (scope != null || !FIXED.contains(name)) {
            rows.add(row(name, value, scope, scopeId));
          }
        });
    return rows;
  }

  private static @Nullable String scopeOf(Bytes key) {
    long kind = U64.readBe(key, OPTIONS.length());
    if (kind == 0) {
      return null;
    } else if (kind == 1) {
      return "schema";
    } else if (kind == 2) {
      return "table";
    }
    throw Corruption.inRecord(key, "options of the unknown scope kind " + kind);
  }

  private Map<String, String> options(Bytes key, Bytes value) {
    return key.equals(GLOBAL) ? global() : decode(key, value);
  }

  /** The global options; read once. */
  private Map<String, String> global() {
    Map<String, String> known = global;
    if (known == null) {
      Bytes value = source.find(GLOBAL);
      known = value == null ? Map.of() : decode(GLOBAL, value);
      global = known;
    }
    return known;
  }

  /** The options of a record by name; of a name stored twice the last value counts. */
  private Map<String, String> decode(Bytes key, Bytes value) {
    counter.recordDecoded();
    Map<String, String> options = new TreeMap<>();
    for (Option option : OptionScopeValue.TYPE.decode(key, value).options()) {
      options.put(option.key(), option.value());
    }
    return options;
  }

  private static @Nullable Object[] row(
      String key, String value, @Nullable String scope, @Nullable Long scopeId) {
    return new @Nullable Object[] {key, value, scope, scopeId};
  }

  @Override
  public void close() {
    stored.close();
  }
}
