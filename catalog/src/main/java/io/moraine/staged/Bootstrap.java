package io.moraine.staged;

import io.moraine.base.Bytes;
import io.moraine.keyspace.EntityKind;
import io.moraine.keyspace.FormatGate;
import io.moraine.keyspace.FormatValue;
import io.moraine.keyspace.HeadValue;
import io.moraine.keyspace.Key;
import io.moraine.keyspace.OptionScopeValue;
import io.moraine.keyspace.OptionScopeValue.Option;
import io.moraine.keyspace.SchemaValue;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.CommitPosition;
import io.moraine.staged.CommitBatch.RecordChange;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The first commit of a lake: five records.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/store}, and what it writes.
 */
public final class Bootstrap {
  /** Who stamps the format; informational. */
  private static final String WRITER = "moraine-jvm";

  private Bootstrap() {}

  /**
   * The records of an empty lake of format 9 with the schema {@code main}.
   *
   * @param at time of snapshot 0
   * @param mainSchema UUID of the schema
   * @param dataPath where data files lie, as DuckLake's {@code DATA_PATH}
   * @param encrypted what the option of that name says
   */
  public static CommitBatch batch(
      Instant at, UUID mainSchema, Optional<String> dataPath, String encrypted) {
    Bytes snapshot =
        SnapshotValue.TYPE.encode(
            new SnapshotValue(
                0,
                ChronoUnit.MICROS.between(Instant.EPOCH, at),
                0,
                1,
                0,
                "created_schema:\"main\"",
                null,
                null,
                null,
                List.of(),
                List.of(),
                Bytes.EMPTY));
    List<RecordChange> changes = new ArrayList<>();
    add(changes, Key.Sys.FORMAT, FormatValue.TYPE.encode(format()));
    add(changes, Key.Sys.HEAD, HeadValue.TYPE.encode(new HeadValue(0, 0, Bytes.EMPTY)));
    add(changes, new Key.Snapshot(0), snapshot);
    add(
        changes,
        Key.Current.of(EntityKind.SCHEMA, 0L),
        SchemaValue.TYPE.encode(
            new SchemaValue(
                0, mainSchema.toString(), 0, null, "main", "main/", true, Bytes.EMPTY)));
    add(
        changes,
        new OptionScope(0, 0).key(),
        OptionScopeValue.TYPE.encode(options(dataPath, encrypted)));
    return new CommitBatch(changes, new CommitPosition(0, 0), Optional.of(snapshot));
  }

  private static FormatValue format() {
    return new FormatValue(FormatGate.NEWEST, WRITER, Bytes.EMPTY);
  }

  private static OptionScopeValue options(Optional<String> dataPath, String encrypted) {
    List<Option> options = new ArrayList<>();
    options.add(new Option("encrypted", encrypted, Bytes.EMPTY));
    dataPath.ifPresent(path -> options.add(new Option("data_path", path, Bytes.EMPTY)));
    return new OptionScopeValue(options, Bytes.EMPTY);
  }

  private static void add(List<RecordChange> changes, Key key, Bytes value) {
    changes.add(new RecordChange(key.encode(), value));
  }
}
