package io.moraine.slate.read;

import io.moraine.base.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a scan asks of each source.
 *
 * @param range the keys
 * @param direction which way
 * @param shape how far ahead
 * @param prefix what all keys of the range start with, for filters to look up; null if unknown
 */
record Scan(ScanRange range, Direction direction, ScanShape shape, @Nullable Bytes prefix) {
  /** Where it begins: a key, or null for the end of all keys. */
  @Nullable Bytes start() {
    return direction == Direction.ASCENDING ? range.from() : range.to();
  }

  Scan within(ScanRange part) {
    return new Scan(range.intersect(part), direction, shape, prefix);
  }
}
