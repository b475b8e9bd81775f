package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The kinds of records about inlined rows, each with the bytes after the subspace, the ids that
 * make its key and the record it stores.
 *
 * <p>Source: Moraine 0.7.0 {@code crates/moraine/src/store/key.rs}.
 */
@SuppressWarnings("ImmutableEnumChecker") // lists are copies, message types immutable
public enum InlineKind {
  SCHEMA("02", InlineSchemaValue.TYPE, "table_id", "schema_version"),
  INSERT(
      "0302", InlineChunkValue.TYPE, "table_id", "schema_version", "begin_snapshot", "chunk_seq"),
  /** The deletion of an inlined row up to format 8. */
  INLINE_DELETE("0303", InlineDeleteValue.TYPE, "table_id", "row_id"),
  FILE_DELETE("0304", InlineFileDeleteValue.TYPE, "table_id", "data_file_id", "row_id"),
  /** Archived records are decoded but were never written. */
  ARCH_INSERT(
      "0402", InlineChunkValue.TYPE, "table_id", "schema_version", "begin_snapshot", "chunk_seq"),
  ARCH_INLINE_DELETE("0403", InlineDeleteValue.TYPE, "table_id", "row_id"),
  ARCH_FILE_DELETE("0404", InlineFileDeleteValue.TYPE, "table_id", "data_file_id", "row_id"),
  FILE_DELETE_TABLE("05", MarkerValue.TYPE, "table_id"),
  /** The superseded locator of formats 6 and 7. */
  CHUNK_RANGE("06", InlineChunkRangeValue.TYPE, "table_id", "row_id_end"),
  SCHEMA_DROPPED("07", MarkerValue.TYPE, "table_id", "schema_version"),
  CHUNK_LOCATOR(
      "08",
      InlineChunkRangeValue.TYPE,
      "table_id",
      "row_id_end",
      "schema_version",
      "begin_snapshot",
      "chunk_seq"),
  /** The deletion of an inlined row since format 9; the value repeats the end. */
  ROW_TOMBSTONE("09", InlineDeleteValue.TYPE, "table_id", "row_id", "end_snapshot");

  private static final int LIVE = 0x03;
  private static final int ARCHIVED = 0x04;

  private final Bytes code;
  private final MessageType<? extends Record> valueType;
  private final List<String> idNames;

  InlineKind(String code, MessageType<? extends Record> valueType, String... idNames) {
    this.code = Bytes.fromHex(code);
    this.valueType = valueType;
    this.idNames = List.of(idNames);
  }

  /** The one or two bytes that stand for the kind. */
  Bytes code() {
    return code;
  }

  /** What a record of the kind holds. */
  public MessageType<? extends Record> valueType() {
    return valueType;
  }

  /** Names of the ids in the key, in their order. */
  public List<String> idNames() {
    return idNames;
  }

  /** The name in decoded keys, such as {@code chunk_locator}. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static InlineKind read(KeyReader in) {
    int first = in.readByte("inline kind");
    if (first != LIVE && first != ARCHIVED) {
      return find(Bytes.wrap(new byte[] {(byte) first}), first, in);
    }
    int operation = in.readByte("inline operation");
    return find(Bytes.wrap(new byte[] {(byte) first, (byte) operation}), operation, in);
  }

  private static InlineKind find(Bytes code, int last, KeyReader in) {
    return Arrays.stream(values())
        .filter(kind -> kind.code.equals(code))
        .findFirst()
        .orElseThrow(() -> in.unknown("inline kind", last));
  }
}
