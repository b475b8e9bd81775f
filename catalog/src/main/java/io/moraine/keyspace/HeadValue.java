package io.moraine.keyspace;

import io.moraine.base.Bytes;

/** The commit position of a store: {@code sys/head}. */
public record HeadValue(@Field(1) long snapshotId, @Field(2) long batchSeq, Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<HeadValue> TYPE = MessageType.of(HeadValue.class);
}
