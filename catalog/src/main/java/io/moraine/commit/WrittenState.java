package io.moraine.commit;

import io.moraine.model.CommitPosition;
import io.moraine.slate.SlateReader;
import io.moraine.slate.write.PendingWrite;
import org.jspecify.annotations.Nullable;

/**
 * The newest state that a writer has written, though it may not be durable yet.
 *
 * @param writer of the state
 * @param reader reads it
 * @param position its commit position
 * @param last the write that led to it; null if that is from before the epoch
 */
record WrittenState(
    ActiveWriter writer,
    SlateReader reader,
    CommitPosition position,
    @Nullable PendingWrite last) {}
