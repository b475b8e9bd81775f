package io.moraine.keyspace;

import io.moraine.base.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A version of a table.
 *
 * @param nextColumnId next field id to hand out; in no metadata table
 */
public record TableValue(
    @Field(1) long tableId,
    @Field(2) String tableUuid,
    @Field(3) long beginSnapshot,
    @OptionalField(4) @Nullable Long endSnapshot,
    @Field(5) long schemaId,
    @Field(6) String tableName,
    @Field(7) String path,
    @Field(8) boolean pathIsRelative,
    @Field(9) long nextColumnId,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<TableValue> TYPE = MessageType.of(TableValue.class);
}
