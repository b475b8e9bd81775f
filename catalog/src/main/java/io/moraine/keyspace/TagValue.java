package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tags of a schema, table or view.
 *
 * @param entries in the order they were set, ended ones included
 */
public record TagValue(
    @Field(1) long objectId, @Field(2) List<Entry> entries, Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<TagValue> TYPE = MessageType.of(TagValue.class);

  public TagValue {
    entries = List.copyOf(entries);
  }

  /** A tag. */
  public record Entry(
      @Field(1) long beginSnapshot,
      @OptionalField(2) @Nullable Long endSnapshot,
      @Field(3) String key,
      @Field(4) String value,
      Bytes unknownFields) {}
}
