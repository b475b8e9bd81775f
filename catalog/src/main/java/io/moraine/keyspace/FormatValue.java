package io.moraine.keyspace;

import io.moraine.base.Bytes;

/**
 * The format of a store: {@code sys/format}.
 *
 * @param formatVersion see {@link FormatGate}
 * @param writerVersion release of the writer that stamped it; informational
 */
public record FormatValue(
    @Field(1) long formatVersion, @Field(2) String writerVersion, Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<FormatValue> TYPE = MessageType.of(FormatValue.class);
}
