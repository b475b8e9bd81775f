package io.moraine.keyspace;

import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * A key of the store. Ids are unsigned 64-bit integers, held as {@code long}; the order of encoded
 * keys is that of their components.
 *
 * <pre>
 * 02 kind                                  {@link Sys}
 * 03 snapshot_id                           {@link Snapshot}
 * 04 02 entity-kind ids                    {@link Current}
 * 04 03 data_file_id                       {@link GcFile}
 * 05 entity-kind ids end_snapshot          {@link History}
 * 06 inline-kind ids                       {@link Inline}
 * 07 02 index_id byte-string               {@link UniqueIndex}
 * 07 03 index_id byte-string row_id        {@link MultiIndex}
 * 08 table_id begin_snapshot               {@link SchemaVersion}
 * 09 snapshot_id                           {@link Changelog}
 * </pre>
 *
 * <p>Ids and row ids take eight bytes, big-endian. Kinds are single bytes, but for two of {@link
 * InlineKind}. Discriminants are never reused.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/store/key.rs}.
 */
public sealed interface Key {
  /** The stored form. */
  Bytes encode();

  /** What kind of record lies under the key, such as {@code current/file}. */
  String tag();

  /** The components after the discriminants: {@code Long}, or {@link Bytes} for index values. */
  Map<String, Object> fields();

  /** What the record under the key holds, or empty if its value is no framed message. */
  Optional<MessageType<? extends Record>> valueType();

  /** The key as text, such as {@code current/file(table_id=1, data_file_id=2)}. */
  default String describe() {
    StringJoiner text = new StringJoiner(", ", tag() + "(", ")").setEmptyValue(tag());
    fields()
        .forEach(
            (name, value) ->
                text.add(
                    name + "=" + (value instanceof Long id ? Long.toUnsignedString(id) : value)));
    return text.toString();
  }

  /** A record about the store itself. */
  record Sys(SystemKind kind) implements Key {
    /** The commit position of the store. */
    public static final Sys HEAD = new Sys(SystemKind.HEAD);

    /** The format of the store. */
    public static final Sys FORMAT = new Sys(SystemKind.FORMAT);

    /** The marker of a migration under way. */
    public static final Sys MIGRATION = new Sys(SystemKind.MIGRATION);

    @Override
    public Bytes encode() {
      return new KeyWriter().writeByte(Subspace.SYSTEM).writeByte(kind.code()).toBytes();
    }

    @Override
    public String tag() {
      return "sys/" + kind.text();
    }

    @Override
    public Map<String, Object> fields() {
      return Map.of();
    }

    @Override
    public Optional<MessageType<? extends Record>> valueType() {
      return Optional.of(kind.valueType());
    }
  }

  /** A commit. */
  record Snapshot(long snapshotId) implements Key {
    @Override
    public Bytes encode() {
      return new KeyWriter().writeByte(Subspace.SNAPSHOT).writeU64Be(snapshotId).toBytes();
    }

    @Override
    public String tag() {
      return "snapshot";
    }

    @Override
    public Map<String, Object> fields() {
      return Map.of("snapshot_id", snapshotId);
    }

    @Override
    public Optional<MessageType<? extends Record>> valueType() {
      return Optional.of(SnapshotValue.TYPE);
    }
  }

  /**
   * The live version of an entity.
   *
   * @param ids as {@link EntityKind#idNames()} names them
   */
  record Current(EntityKind kind, List<Long> ids) implements Key {
    public Current {
      ids = checked(ids, kind.idNames());
    }

    /** A key of these ids. */
    public static Current of(EntityKind kind, Long... ids) {
      return new Current(kind, List.of(ids));
    }

    @Override
    public Bytes encode() {
      return new KeyWriter()
          .writeByte(Subspace.CURRENT)
          .writeByte(Subspace.ENTITY)
          .writeByte(kind.code())
          .writeIds(ids)
          .toBytes();
    }

    @Override
    public String tag() {
      return "current/" + kind.text();
    }

    @Override
    public Map<String, Object> fields() {
      return named(kind.idNames(), ids);
    }

    @Override
    public Optional<MessageType<? extends Record>> valueType() {
      return Optional.of(kind.valueType());
    }
  }

  /** A data or delete file scheduled for deletion. */
  record GcFile(long dataFileId) implements Key {
    @Override
    public Bytes encode() {
      return new KeyWriter()
          .writeByte(Subspace.CURRENT)
          .writeByte(Subspace.GC_FILE)
          .writeU64Be(dataFileId)
          .toBytes();
    }

    @Override
    public String tag() {
      return "gc_file";
    }

    @Override
    public Map<String, Object> fields() {
      return Map.of("data_file_id", dataFileId);
    }

    @Override
    public Optional<MessageType<? extends Record>> valueType() {
      return Optional.of(GcFileValue.TYPE);
    }
  }

  /**
   * An ended version of an entity of a versioned kind.
   *
   * @param ids as {@link EntityKind#idNames()} names them
   * @param endSnapshot the commit that ended the version
   */
  record History(EntityKind kind, List<Long> ids, long endSnapshot) implements Key {
    public History {
      ids = checked(ids, kind.idNames());
      if (!kind.versioned()) {
        throw new IllegalArgumentException(kind + " keeps no history");
      }
    }

    @Override
    public Bytes encode() {
      return new KeyWriter()
          .writeByte(Subspace.HISTORY)
          .writeByte(kind.code())
          .writeIds(ids)
          .writeU64Be(endSnapshot)
          .toBytes();
    }

    @Override
    public String tag() {
      return "history/" + kind.text();
    }

    @Override
    public Map<String, Object> fields() {
      Map<String, Object> fields = named(kind.idNames(), ids);
      fields.put("end_snapshot", endSnapshot);
      return fields;
    }

    @Override
    public Optional<MessageType<? extends Record>> valueType() {
      return Optional.of(kind.valueType());
    }
  }

  /**
   * A record about inlined rows.
   *
   * @param ids as {@link InlineKind#idNames()} names them
   */
  record Inline(InlineKind kind, List<Long> ids) implements Key {
    public Inline {
      ids = checked(ids, kind.idNames());
    }

    /** A key of these ids. */
    public static Inline of(InlineKind kind, Long... ids) {
      return new Inline(kind, List.of(ids));
    }

    @Override
    public Bytes encode() {
      return new KeyWriter()
          .writeByte(Subspace.INLINE)
          .writeBytes(kind.code())
          .writeIds(ids)
          .toBytes();
    }

    @Override
    public String tag() {
      return "inline/" + kind.text();
    }

    @Override
    public Map<String, Object> fields() {
      return named(kind.idNames(), ids);
    }

    @Override
    public Optional<MessageType<? extends Record>> valueType() {
      return Optional.of(kind.valueType());
    }
  }

  /**
   * An entry of a unique index without NULLs; its value is the row id, eight bytes, big-endian.
   *
   * @param canonical the indexed values in canonical form
   */
  record UniqueIndex(long indexId, Bytes canonical) implements Key {
    @Override
    public Bytes encode() {
      return new KeyWriter()
          .writeByte(Subspace.INDEX)
          .writeByte(Subspace.UNIQUE)
          .writeU64Be(indexId)
          .writeByteString(canonical)
          .toBytes();
    }

    @Override
    public String tag() {
      return "index/unique";
    }

    @Override
    public Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("index_id", indexId);
      fields.put("canonical", canonical);
      return fields;
    }

    @Override
    public Optional<MessageType<? extends Record>> valueType() {
      return Optional.empty();
    }

    /** The value of an entry for {@code rowId}. */
    public static Bytes encodeRowId(long rowId) {
      return Bytes.wrap(U64.toBe(rowId));
    }

    /**
     * The row id that {@code value} holds.
     *
     * @throws CatalogException of kind CORRUPTION if it is not eight bytes long
     */
    public long decodeRowId(Bytes value) {
      if (value.length() != Long.BYTES) {
        throw Corruption.inRecord(encode(), "value has " + value.length() + " bytes, not 8");
      }
      return U64.readBe(value, 0);
    }
  }

  /**
   * An entry of an index that is not unique, or that holds a NULL; its value is empty.
   *
   * @param canonical the indexed values in canonical form
   */
  record MultiIndex(long indexId, Bytes canonical, long rowId) implements Key {
    @Override
    public Bytes encode() {
      return new KeyWriter()
          .writeByte(Subspace.INDEX)
          .writeByte(Subspace.MULTI)
          .writeU64Be(indexId)
          .writeByteString(canonical)
          .writeU64Be(rowId)
          .toBytes();
    }

    @Override
    public String tag() {
      return "index/multi";
    }

    @Override
    public Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("index_id", indexId);
      fields.put("canonical", canonical);
      fields.put("row_id", rowId);
      return fields;
    }

    @Override
    public Optional<MessageType<? extends Record>> valueType() {
      return Optional.empty();
    }
  }

  /** The schema version that a table has from a snapshot on. */
  record SchemaVersion(long tableId, long beginSnapshot) implements Key {
    @Override
    public Bytes encode() {
      return new KeyWriter()
          .writeByte(Subspace.SCHEMA_VERSION)
          .writeU64Be(tableId)
          .writeU64Be(beginSnapshot)
          .toBytes();
    }

    @Override
    public String tag() {
      return "schema_version";
    }

    @Override
    public Map<String, Object> fields() {
      return named(List.of("table_id", "begin_snapshot"), List.of(tableId, beginSnapshot));
    }

    @Override
    public Optional<MessageType<? extends Record>> valueType() {
      return Optional.of(SchemaVersionValue.TYPE);
    }
  }

  /** What a commit changed. */
  record Changelog(long snapshotId) implements Key {
    @Override
    public Bytes encode() {
      return new KeyWriter().writeByte(Subspace.CHANGELOG).writeU64Be(snapshotId).toBytes();
    }

    @Override
    public String tag() {
      return "changelog";
    }

    @Override
    public Map<String, Object> fields() {
      return Map.of("snapshot_id", snapshotId);
    }

    @Override
    public Optional<MessageType<? extends Record>> valueType() {
      return Optional.of(ChangelogValue.TYPE);
    }
  }

  /**
   * Reads an encoded key.
   *
   * @throws CatalogException of kind CORRUPTION if a discriminant is unknown, a component is cut
   *     short, or bytes are left over
   */
  static Key decode(Bytes encoded) {
    KeyReader in = new KeyReader(encoded);
    int subspace = in.readByte("subspace");
    Key key =
        switch (subspace) {
          case Subspace.SYSTEM -> new Sys(SystemKind.read(in));
          case Subspace.SNAPSHOT -> new Snapshot(in.readU64Be("snapshot_id"));
          case Subspace.CURRENT -> decodeCurrent(in);
          case Subspace.HISTORY -> decodeHistory(in);
          case Subspace.INLINE -> decodeInline(in);
          case Subspace.INDEX -> decodeIndex(in);
          case Subspace.SCHEMA_VERSION ->
              new SchemaVersion(in.readU64Be("table_id"), in.readU64Be("begin_snapshot"));
          case Subspace.CHANGELOG -> new Changelog(in.readU64Be("snapshot_id"));
          default -> throw in.unknown("subspace", subspace);
        };
    in.end();
    return key;
  }

  private static Key decodeCurrent(KeyReader in) {
    int part = in.readByte("part of current");
    return switch (part) {
      case Subspace.ENTITY -> {
        EntityKind kind = EntityKind.read(in);
        yield new Current(kind, in.readIds(kind.idNames()));
      }
      case Subspace.GC_FILE -> new GcFile(in.readU64Be("data_file_id"));
      default -> throw in.unknown("part of current", part);
    };
  }

  private static Key decodeHistory(KeyReader in) {
    EntityKind kind = EntityKind.read(in);
    if (!kind.versioned()) {
      throw in.unknown("history of the unversioned kind", kind.code());
    }
    return new History(kind, in.readIds(kind.idNames()), in.readU64Be("end_snapshot"));
  }

  private static Key decodeInline(KeyReader in) {
    InlineKind kind = InlineKind.read(in);
    return new Inline(kind, in.readIds(kind.idNames()));
  }

  private static Key decodeIndex(KeyReader in) {
    int kind = in.readByte("index kind");
    return switch (kind) {
      case Subspace.UNIQUE ->
          new UniqueIndex(in.readU64Be("index_id"), in.readByteString("indexed value"));
      case Subspace.MULTI ->
          new MultiIndex(
              in.readU64Be("index_id"), in.readByteString("indexed value"), in.readU64Be("row_id"));
      default -> throw in.unknown("index kind", kind);
    };
  }

  private static List<Long> checked(List<Long> ids, List<String> names) {
    if (ids.size() != names.size()) {
      throw new IllegalArgumentException(ids + " for " + names);
    }
    return List.copyOf(ids);
  }

  private static Map<String, Object> named(List<String> names, List<Long> ids) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      fields.put(names.get(i), ids.get(i));
    }
    return fields;
  }
}
