package io.moraine.keyspace;

import io.moraine.base.Bytes;

/** Statistics of a table. */
public record TableStatsValue(
    @Field(1) long tableId,
    @Field(2) long recordCount,
    @Field(3) long nextRowId,
    @Field(4) long fileSizeBytes,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<TableStatsValue> TYPE = MessageType.of(TableStatsValue.class);
}
