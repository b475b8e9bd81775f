package io.moraine.keyspace;

import io.moraine.base.Bytes;
import org.jspecify.annotations.Nullable;

/** Statistics of a column over a whole table. */
public record TableColumnStatsValue(
    @Field(1) long tableId,
    @Field(2) long columnId,
    @OptionalField(3) @Nullable Boolean containsNull,
    @OptionalField(4) @Nullable Boolean containsNan,
    @OptionalField(5) @Nullable String minValue,
    @OptionalField(6) @Nullable String maxValue,
    @OptionalField(7) @Nullable String extraStats,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<TableColumnStatsValue> TYPE =
      MessageType.of(TableColumnStatsValue.class);
}
