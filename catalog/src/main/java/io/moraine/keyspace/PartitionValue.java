package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A version of a partition specification.
 *
 * @param columns by {@code partition_key_index}
 */
public record PartitionValue(
    @Field(1) long partitionId,
    @Field(2) long tableId,
    @Field(3) long beginSnapshot,
    @OptionalField(4) @Nullable Long endSnapshot,
    @Field(5) List<Column> columns,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<PartitionValue> TYPE = MessageType.of(PartitionValue.class);

  public PartitionValue {
    columns = List.copyOf(columns);
  }

  /** A column of a partition specification. */
  public record Column(
      @Field(1) long partitionKeyIndex,
      @Field(2) long columnId,
      @Field(3) String transform,
      Bytes unknownFields) {}
}
