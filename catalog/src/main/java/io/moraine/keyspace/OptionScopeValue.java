package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;

/**
 * The options of one scope.
 *
 * @param options a protobuf map, in the order in which its entries are stored
 */
public record OptionScopeValue(@Field(1) List<Option> options, Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<OptionScopeValue> TYPE = MessageType.of(OptionScopeValue.class);

  public OptionScopeValue {
    options = List.copyOf(options);
  }

  /** An entry of the map. */
  public record Option(@Field(1) String key, @Field(2) String value, Bytes unknownFields) {}
}
