package io.moraine.keyspace;

import io.moraine.base.Bytes;

/** The schema version that a table had from a snapshot on. */
public record SchemaVersionValue(@Field(1) long schemaVersion, Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<SchemaVersionValue> TYPE =
      MessageType.of(SchemaVersionValue.class);
}
