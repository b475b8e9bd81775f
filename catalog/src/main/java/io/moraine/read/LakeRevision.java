package io.moraine.read;

import io.moraine.model.CommitPosition;

/**
 * Which revision a scope shows.
 *
 * @param manifestId its manifest
 * @param lastWalId the last write-ahead log object that belongs to it
 * @param position its commit position
 * @param lastSequence the highest sequence number that it shows, unsigned
 */
public record LakeRevision(
    long manifestId, long lastWalId, CommitPosition position, long lastSequence) {}
