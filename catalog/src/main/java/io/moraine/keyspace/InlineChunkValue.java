package io.moraine.keyspace;

import io.moraine.base.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A run of inlined rows.
 *
 * @param body u32 little-endian length, a flatbuffer message of that length, the buffers of the
 *     batch
 * @param dataFileId null on live chunks
 */
public record InlineChunkValue(
    @Field(1) Bytes body,
    @Field(2) long rowIdStart,
    @Field(3) long rowCount,
    @OptionalField(4) @Nullable Long dataFileId,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<InlineChunkValue> TYPE = MessageType.of(InlineChunkValue.class);
}
