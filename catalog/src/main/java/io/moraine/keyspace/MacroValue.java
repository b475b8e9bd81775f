package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A version of a macro.
 *
 * @param implementations by {@code impl_id}
 */
public record MacroValue(
    @Field(1) long macroId,
    @Field(2) long beginSnapshot,
    @OptionalField(3) @Nullable Long endSnapshot,
    @Field(4) long schemaId,
    @Field(5) String macroName,
    @Field(6) List<Implementation> implementations,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<MacroValue> TYPE = MessageType.of(MacroValue.class);

  public MacroValue {
    implementations = List.copyOf(implementations);
  }

  /**
   * One overload of a macro.
   *
   * @param parameters by {@code column_id}
   */
  public record Implementation(
      @Field(1) long implId,
      @Field(2) String dialect,
      @Field(3) String sql,
      @Field(4) String macroType,
      @Field(5) List<Parameter> parameters,
      Bytes unknownFields) {
    public Implementation {
      parameters = List.copyOf(parameters);
    }
  }

  /** A parameter of an overload. */
  public record Parameter(
      @Field(1) long columnId,
      @Field(2) String parameterName,
      @Field(3) String parameterType,
      @OptionalField(4) @Nullable String defaultValue,
      @Field(5) String defaultValueType,
      Bytes unknownFields) {}
}
