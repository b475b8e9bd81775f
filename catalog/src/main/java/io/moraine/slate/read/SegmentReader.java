package io.moraine.slate.read;

/**
 * A tree and the keys that it owns.
 *
 * @param range the keys; those of different segments do not overlap
 * @param tree the tree
 */
record SegmentReader(ScanRange range, TreeReader tree) {}
