package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A version of a column.
 *
 * @param columnType a type word of DuckLake, or the name of an SQL type
 * @param tags tags in the order they were set, ended ones included
 */
public record ColumnValue(
    @Field(1) long columnId,
    @Field(2) long beginSnapshot,
    @OptionalField(3) @Nullable Long endSnapshot,
    @Field(4) long tableId,
    @Field(5) long columnOrder,
    @Field(6) String columnName,
    @Field(7) String columnType,
    @OptionalField(8) @Nullable String initialDefault,
    @OptionalField(9) @Nullable String defaultValue,
    @Field(10) boolean nullsAllowed,
    @OptionalField(11) @Nullable Long parentColumn,
    @OptionalField(12) @Nullable String defaultValueType,
    @OptionalField(13) @Nullable String defaultValueDialect,
    @Field(14) List<Tag> tags,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<ColumnValue> TYPE = MessageType.of(ColumnValue.class);

  public ColumnValue {
    tags = List.copyOf(tags);
  }

  /** A tag of a column. */
  public record Tag(
      @Field(1) long beginSnapshot,
      @OptionalField(2) @Nullable Long endSnapshot,
      @Field(3) String key,
      @Field(4) String value,
      Bytes unknownFields) {}
}
