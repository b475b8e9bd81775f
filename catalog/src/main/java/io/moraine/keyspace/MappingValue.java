package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mapping of the columns of added files.
 *
 * @param nameMappings by {@code column_id}
 */
public record MappingValue(
    @Field(1) long mappingId,
    @Field(2) long tableId,
    @Field(3) String mapType,
    @Field(4) List<NameMapping> nameMappings,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<MappingValue> TYPE = MessageType.of(MappingValue.class);

  public MappingValue {
    nameMappings = List.copyOf(nameMappings);
  }

  /** The mapping of one column. */
  public record NameMapping(
      @Field(1) long columnId,
      @Field(2) String sourceName,
      @Field(3) long targetFieldId,
      @OptionalField(4) @Nullable Long parentColumn,
      @Field(5) boolean isPartition,
      Bytes unknownFields) {}
}
