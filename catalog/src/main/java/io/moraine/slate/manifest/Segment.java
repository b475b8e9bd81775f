package io.moraine.slate.manifest;

import io.moraine.base.Bytes;

/**
 * The part of the store that owns all keys with one prefix.
 *
 * @param prefix not empty, and no prefix of another segment's
 * @param tree the segment's tables
 */
public record Segment(Bytes prefix, SsTableTree tree) {}
