package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A version of a sort order.
 *
 * @param expressions by {@code sort_key_index}
 */
public record SortValue(
    @Field(1) long sortId,
    @Field(2) long tableId,
    @Field(3) long beginSnapshot,
    @OptionalField(4) @Nullable Long endSnapshot,
    @Field(5) List<Expression> expressions,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<SortValue> TYPE = MessageType.of(SortValue.class);

  public SortValue {
    expressions = List.copyOf(expressions);
  }

  /** An expression of a sort order. */
  public record Expression(
      @Field(1) long sortKeyIndex,
      @Field(2) String expression,
      @Field(3) String dialect,
      @Field(4) String sortDirection,
      @Field(5) String nullOrder,
      Bytes unknownFields) {}
}
