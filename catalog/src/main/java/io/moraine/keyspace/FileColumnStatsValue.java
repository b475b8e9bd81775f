package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics of one column in one data file.
 *
 * @param variantStats statistics of the parts of a VARIANT column
 */
public record FileColumnStatsValue(
    @Field(1) long dataFileId,
    @Field(2) long tableId,
    @Field(3) long columnId,
    @Field(4) long columnSizeBytes,
    @Field(5) long valueCount,
    @Field(6) long nullCount,
    @OptionalField(7) @Nullable String minValue,
    @OptionalField(8) @Nullable String maxValue,
    @OptionalField(9) @Nullable Boolean containsNan,
    @OptionalField(10) @Nullable String extraStats,
    @Field(11) List<VariantStats> variantStats,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<FileColumnStatsValue> TYPE =
      MessageType.of(FileColumnStatsValue.class);

  public FileColumnStatsValue {
    variantStats = List.copyOf(variantStats);
  }

  /** Statistics of one part of a VARIANT column. */
  public record VariantStats(
      @Field(1) String variantPath,
      @Field(2) String shreddedType,
      @Field(3) long columnSizeBytes,
      @Field(4) long valueCount,
      @Field(5) long nullCount,
      @OptionalField(6) @Nullable String minValue,
      @OptionalField(7) @Nullable String maxValue,
      @OptionalField(8) @Nullable Boolean containsNan,
      @OptionalField(9) @Nullable String extraStats,
      Bytes unknownFields) {}
}
