package io.moraine.keyspace;

import io.moraine.base.Bytes;
import org.jspecify.annotations.Nullable;

/** A version of a delete file. */
public record DeleteFileValue(
    @Field(1) long deleteFileId,
    @Field(2) long tableId,
    @Field(3) long beginSnapshot,
    @OptionalField(4) @Nullable Long endSnapshot,
    @Field(5) long dataFileId,
    @Field(6) String path,
    @Field(7) boolean pathIsRelative,
    @Field(8) String format,
    @Field(9) long deleteCount,
    @Field(10) long fileSizeBytes,
    @Field(11) long footerSize,
    @OptionalField(12) @Nullable String encryptionKey,
    @OptionalField(13) @Nullable Long partialMax,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<DeleteFileValue> TYPE = MessageType.of(DeleteFileValue.class);
}
