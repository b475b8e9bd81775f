package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A version of a data file.
 *
 * @param partitionValues by {@code partition_key_index}
 */
public record DataFileValue(
    @Field(1) long dataFileId,
    @Field(2) long tableId,
    @Field(3) long beginSnapshot,
    @OptionalField(4) @Nullable Long endSnapshot,
    @OptionalField(5) @Nullable Long fileOrder,
    @Field(6) String path,
    @Field(7) boolean pathIsRelative,
    @Field(8) String fileFormat,
    @Field(9) long recordCount,
    @Field(10) long fileSizeBytes,
    @Field(11) long footerSize,
    @OptionalField(12) @Nullable Long rowIdStart,
    @OptionalField(13) @Nullable Long partitionId,
    @OptionalField(14) @Nullable String encryptionKey,
    @OptionalField(15) @Nullable Long mappingId,
    @OptionalField(16) @Nullable Long partialMax,
    @Field(17) List<PartitionKey> partitionValues,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<DataFileValue> TYPE = MessageType.of(DataFileValue.class);

  public DataFileValue {
    partitionValues = List.copyOf(partitionValues);
  }

  /** The value of one partition column in a file. */
  public record PartitionKey(
      @Field(1) long partitionKeyIndex, @Field(2) String partitionValue, Bytes unknownFields) {}
}
