package io.moraine.keyspace;

import io.moraine.base.Bytes;

/**
 * A file scheduled for deletion.
 *
 * @param dataFileId id of a data file or of a delete file
 * @param scheduleStartMicros microseconds since 1970-01-01 UTC
 */
public record GcFileValue(
    @Field(1) long dataFileId,
    @Field(2) String path,
    @Field(3) boolean pathIsRelative,
    @Field(4) long scheduleStartMicros,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<GcFileValue> TYPE = MessageType.of(GcFileValue.class);
}
