package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A version of the definition of an equality index.
 *
 * @param columnIds field ids in declared order
 * @param buildState {@code building}, {@code maintaining}, or null: ready
 * @param columnDescending parallel to the columns; empty if all are ascending
 * @param columnNullsFirst parallel to the columns; empty if all have nulls last
 */
public record IndexValue(
    @Field(1) long indexId,
    @Field(2) long tableId,
    @Field(3) long beginSnapshot,
    @OptionalField(4) @Nullable Long endSnapshot,
    @Field(5) String indexName,
    @Field(6) List<Long> columnIds,
    @Field(7) boolean unique,
    @OptionalField(8) @Nullable String buildState,
    @OptionalField(9) @Nullable Long buildCursorFile,
    @OptionalField(10) @Nullable Long buildCursorRowId,
    @OptionalField(11) @Nullable Long buildDeletesScanned,
    @OptionalField(12) @Nullable Boolean poisoned,
    @OptionalField(13) @Nullable Long ducklakeIndexId,
    @Field(14) List<Boolean> columnDescending,
    @Field(15) List<Boolean> columnNullsFirst,
    @OptionalField(16) @Nullable Long buildCursorPosition,
    @OptionalField(17) @Nullable Boolean deferredMaintenance,
    @OptionalField(18) @Nullable InlineBuildCursor buildInlineCursor,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<IndexValue> TYPE = MessageType.of(IndexValue.class);

  public IndexValue {
    columnIds = List.copyOf(columnIds);
    columnDescending = List.copyOf(columnDescending);
    columnNullsFirst = List.copyOf(columnNullsFirst);
  }

  /** How far the build of an index has come through inlined rows. */
  public record InlineBuildCursor(
      @Field(1) long schemaVersion,
      @Field(2) long beginSnapshot,
      @Field(3) long chunkSeq,
      @Field(4) long nextPosition,
      @Field(5) boolean chunkFinished,
      @Field(6) boolean complete,
      @Field(7) long coveredSnapshot,
      Bytes unknownFields) {}
}
