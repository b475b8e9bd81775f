package io.moraine.keyspace;

import io.moraine.base.Bytes;
import org.jspecify.annotations.Nullable;

/** A version of a schema. */
public record SchemaValue(
    @Field(1) long schemaId,
    @Field(2) String schemaUuid,
    @Field(3) long beginSnapshot,
    @OptionalField(4) @Nullable Long endSnapshot,
    @Field(5) String schemaName,
    @Field(6) String path,
    @Field(7) boolean pathIsRelative,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<SchemaValue> TYPE = MessageType.of(SchemaValue.class);
}
