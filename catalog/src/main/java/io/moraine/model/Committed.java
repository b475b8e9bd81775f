package io.moraine.model;

import org.jspecify.annotations.Nullable;

/**
 * What a commit came to.
 *
 * @param result what its work gave in the run that was committed
 * @param position the commit position reached
 * @param changed whether there was anything to commit
 */
public record Committed<T extends @Nullable Object>(
    T result, CommitPosition position, boolean changed) {}
