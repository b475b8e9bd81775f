package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.HeadValue;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.MessageType;
import io.moraine.keyspace.OptionScopeValue;
import io.moraine.keyspace.OptionScopeValue.Option;
import io.moraine.keyspace.SchemaValue;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.MetadataTable;
import io.moraine.model.TableScan;
import io.moraine.staged.CommitBatch.RecordChange;
import io.moraine.table.MetadataTables;
import io.moraine.table.RowIterator;
import io.moraine.testing.StoredRecords;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Lakes as records in memory, and what their tables show. */
final class Lakes {
  private Lakes() {}

  /** A lake after its first commit. */
  static StoredRecords empty() {
    return apply(
        StoredRecords.of(new TreeMap<>()),
        Bootstrap.batch(
            Instant.ofEpochSecond(1_700_000_000),
            UUID.fromString("00000000-0000-4000-8000-000000000000"),
            Optional.of("data"),
            "false"));
  }

  /** The first commit of another lake. */
  static CommitBatch bootstrapLike(StoredRecords lake) {
    SnapshotValue snapshot = decode(SnapshotValue.TYPE, lake, new Key.Snapshot(0));
    SchemaValue main = decode(SchemaValue.TYPE, lake, Key.Current.of(EntityKind.SCHEMA, 0L));
    OptionScopeValue options =
        decode(OptionScopeValue.TYPE, lake, Key.Current.of(EntityKind.OPTION, 0L, 0L));
    return Bootstrap.batch(
        Instant.EPOCH.plus(snapshot.snapshotTimeMicros(), ChronoUnit.MICROS),
        UUID.fromString(main.schemaUuid()),
        option(options, "data_path"),
        option(options, "encrypted").orElseThrow());
  }

  private static Optional<String> option(OptionScopeValue options, String key) {
    return options.options().stream()
        .filter(option -> option.key().equals(key))
        .map(Option::value)
        .findFirst();
  }

  static <T extends Record> T decode(MessageType<T> type, StoredRecords lake, Key key) {
    return type.decode(key.encode(), Objects.requireNonNull(lake.find(key.encode())));
  }

  /** The lake after a batch. */
  static StoredRecords apply(StoredRecords lake, CommitBatch batch) {
    NavigableMap<Bytes, Bytes> records = new TreeMap<>(lake.all());
    for (RecordChange change : batch.changes()) {
      Bytes value = change.value();
      if (value == null) {
        records.remove(change.key());
      } else {
        records.put(change.key(), value);
      }
    }
    return StoredRecords.of(records);
  }

  /** The lake after the commit of what is staged over it. */
  static StoredRecords commit(StoredRecords lake, StagedRows staged) {
    long batchSeq = decode(HeadValue.TYPE, lake, Key.Sys.HEAD).batchSeq();
    return apply(lake, staged.assemble(lake, batchSeq));
  }

  /** A value in which what has no order of its own is sorted. */
  static Object canonical(Bytes key, Bytes value) {
    if (key.startsWith(Bytes.fromHex("04020d"))) {
      List<Option> options = new ArrayList<>(OptionScopeValue.TYPE.decode(key, value).options());
      options.sort(Comparator.comparing(Option::key));
      return options;
    }
    return value;
  }

  /** What a scan shows of a lake. */
  static List<List<@Nullable Object>> rows(StoredRecords lake, TableScan scan) {
    return rows(MetadataTables.open(lake, scan, lake.head(), () -> {}));
  }

  /** What a scan shows of a lake with staged rows. */
  static List<List<@Nullable Object>> rows(StoredRecords lake, StagedRows staged, TableScan scan) {
    return rows(staged.open(lake, scan, () -> {}));
  }

  /** All rows of a table, as arrays. */
  static List<@Nullable Object[]> arrays(StoredRecords lake, MetadataTable table) {
    return rows(lake, TableScan.of(table)).stream().map(List::toArray).toList();
  }

  private static List<List<@Nullable Object>> rows(RowIterator rows) {
    List<List<@Nullable Object>> list = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        list.add(Collections.unmodifiableList(Arrays.asList(rows.row())));
      }
    }
    return list;
  }
}
