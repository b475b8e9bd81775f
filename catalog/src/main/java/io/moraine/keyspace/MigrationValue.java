package io.moraine.keyspace;

import io.moraine.base.Bytes;

/**
 * The marker of a migration under way: {@code sys/migration}.
 *
 * @param cursor where the migration goes on; opaque
 */
public record MigrationValue(
    @Field(1) long fromFormat,
    @Field(2) long toFormat,
    @Field(3) Bytes cursor,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<MigrationValue> TYPE = MessageType.of(MigrationValue.class);
}
