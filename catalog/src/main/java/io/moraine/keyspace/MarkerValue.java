package io.moraine.keyspace;

import io.moraine.base.Bytes;

/**
 * The value of a record whose key says everything: {@code inline/file_delete_table} and {@code
 * inline/schema_dropped}.
 */
public record MarkerValue(Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<MarkerValue> TYPE = MessageType.of(MarkerValue.class);
}
