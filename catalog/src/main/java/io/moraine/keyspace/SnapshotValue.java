package io.moraine.keyspace;

import io.moraine.base.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A commit.
 *
 * @param snapshotTimeMicros microseconds since 1970-01-01 UTC
 * @param schemaChangedTableIds tables whose schema the commit changed
 * @param deletedDataFileIds files the commit deleted from; empty also where the writer did not say
 */
public record SnapshotValue(
    @Field(1) long snapshotId,
    @Field(2) long snapshotTimeMicros,
    @Field(3) long schemaVersion,
    @Field(4) long nextCatalogId,
    @Field(5) long nextFileId,
    @Field(7) String changesMade,
    @OptionalField(8) @Nullable String author,
    @OptionalField(9) @Nullable String commitMessage,
    @OptionalField(10) @Nullable String commitExtraInfo,
    @Field(11) List<Long> schemaChangedTableIds,
    @Field(12) List<Long> deletedDataFileIds,
    Bytes unknownFields) {
  /** How it is stored. */
  public static final MessageType<SnapshotValue> TYPE = MessageType.of(SnapshotValue.class);

  public SnapshotValue {
    schemaChangedTableIds = List.copyOf(schemaChangedTableIds);
    deletedDataFileIds = List.copyOf(deletedDataFileIds);
  }
}
