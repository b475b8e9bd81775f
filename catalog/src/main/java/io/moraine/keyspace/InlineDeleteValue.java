package io.moraine.keyspace;

import io.moraine.base.Bytes;

/** The end of an inlined row. */
public record InlineDeleteValue(@Field(1) long endSnapshot, Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<InlineDeleteValue> TYPE = MessageType.of(InlineDeleteValue.class);
}
