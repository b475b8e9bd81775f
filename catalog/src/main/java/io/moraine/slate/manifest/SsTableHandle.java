package io.moraine.slate.manifest;

import io.moraine.base.Bytes;
import io.moraine.slate.format.SsTableInfo;
import io.moraine.slate.format.Ulid;

/**
 * A table of the tree, as the manifest knows it.
 *
 * @param id its own id
 * @param path where it lies in the object store; a clone's tables may lie in another database
 * @param formatVersion the version of its blocks, 1 or 2
 * @param firstEntry its first key
 * @param info where its parts are; equal to what the file says of itself
 */
public record SsTableHandle(
    Ulid id, String path, int formatVersion, Bytes firstEntry, SsTableInfo info) {}
