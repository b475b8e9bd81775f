package io.moraine.keyspace;

import io.moraine.base.Bytes;
import org.jspecify.annotations.Nullable;

/** A version of a view. */
public record ViewValue(
    @Field(1) long viewId,
    @Field(2) String viewUuid,
    @Field(3) long beginSnapshot,
    @OptionalField(4) @Nullable Long endSnapshot,
    @Field(5) long schemaId,
    @Field(6) String viewName,
    @Field(7) String dialect,
    @Field(8) String sql,
    @OptionalField(9) @Nullable String columnAliases,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<ViewValue> TYPE = MessageType.of(ViewValue.class);
}
