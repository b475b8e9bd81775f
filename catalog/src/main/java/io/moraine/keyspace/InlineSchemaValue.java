package io.moraine.keyspace;

import io.moraine.base.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The schema of rows inlined under one schema version.
 *
 * @param arrowSchema an Arrow IPC stream without batches; empty if this refers to another version
 * @param sameAsVersion the version of the same table that holds the schema, one step away
 */
public record InlineSchemaValue(
    @Field(1) Bytes arrowSchema,
    @OptionalField(2) @Nullable Long sameAsVersion,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<InlineSchemaValue> TYPE = MessageType.of(InlineSchemaValue.class);
}
