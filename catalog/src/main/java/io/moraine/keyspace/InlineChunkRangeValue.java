package io.moraine.keyspace;

import io.moraine.base.Bytes;

/** Which chunk holds a run of inlined rows. */
public record InlineChunkRangeValue(
    @Field(1) long rowIdStart,
    @Field(2) long schemaVersion,
    @Field(3) long beginSnapshot,
    @Field(4) long chunkSeq,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<InlineChunkRangeValue> TYPE =
      MessageType.of(InlineChunkRangeValue.class);
}
