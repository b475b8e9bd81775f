package io.moraine.read;

import io.moraine.model.CommitPosition;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.read.WalTail;
import java.util.UUID;

/**
 * What the writer of this process published, in its own memory.
 *
 * @param checkpointId the publication
 * @param manifest the manifest that it pins
 * @param tail the log up to that manifest's {@code wal_id_last_seen}
 * @param position the commit position
 * @param askedAt when the manifest was sent, or earlier
 */
public record OwnPublication(
    UUID checkpointId, Manifest manifest, WalTail tail, CommitPosition position, Moment askedAt) {}
