package io.moraine.slate.compaction;

import io.moraine.base.Bytes;

/**
 * A compaction that was done.
 *
 * @param segment the prefix of its segment; empty for the one tree of a store without segments
 * @param flushedTables flushed tables that it took
 * @param runs sorted runs that it took
 * @param tables tables that it wrote
 * @param bytesRead size of what it took, about
 * @param bytesWritten size of what it wrote
 * @param rowsRead stored versions of rows that it took
 * @param rowsWritten how many of them it kept
 */
public record CompactionResult(
    Bytes segment,
    int flushedTables,
    int runs,
    int tables,
    long bytesRead,
    long bytesWritten,
    long rowsRead,
    long rowsWritten) {}
