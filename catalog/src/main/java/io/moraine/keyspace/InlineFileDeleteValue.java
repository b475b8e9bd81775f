package io.moraine.keyspace;

import io.moraine.base.Bytes;

/** The inlined deletion of a row of a data file. */
public record InlineFileDeleteValue(@Field(1) long beginSnapshot, Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<InlineFileDeleteValue> TYPE =
      MessageType.of(InlineFileDeleteValue.class);
}
