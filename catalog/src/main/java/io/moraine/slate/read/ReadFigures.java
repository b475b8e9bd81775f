package io.moraine.slate.read;

/**
 * What reading cost up to some moment.
 *
 * @param requests reads of table and write-ahead log objects
 * @param bytes bytes that they returned
 * @param blockHits blocks found in the cache
 * @param blockMisses blocks that had to be read
 * @param tablesOpened indexes and filters read
 * @param filterSkips tables that a filter spared a point read or prefix scan
 * @param rereads reads repeated because the first answer was damaged
 */
public record ReadFigures(
    long requests,
    long bytes,
    long blockHits,
    long blockMisses,
    long tablesOpened,
    long filterSkips,
    long rereads) {}
