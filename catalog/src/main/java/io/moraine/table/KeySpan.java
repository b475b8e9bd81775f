package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.KeyRange;
import io.moraine.model.KeyCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A part of the keys that a condition selects.
 *
 * @param range the keys
 * @param point whether the range is the single key it starts with
 */
record KeySpan(KeyRange range, boolean point) {

  /**
   * The keys that start with {@code prefix} and whose ids meet {@code condition}, in key order.
   *
   * @param idCount ids that follow the prefix in a whole key; a condition on fewer gives ranges
   */
  static List<KeySpan> of(Bytes prefix, int idCount, KeyCondition condition) {
    Bytes fixed = KeyPrefix.append(prefix, condition.prefix());
    int open = idCount - condition.prefix().size();
    KeyCondition.Next next = condition.next();
    if (next instanceof KeyCondition.OneOf oneOf) {
      return ofValues(fixed, open - 1, oneOf.values());
    } else if (next instanceof KeyCondition.Between between) {
      return ofRange(fixed, open - 1, between.fromInclusive(), between.toInclusive());
    }
    return List.of(ofPrefix(fixed, open));
  }

  /** This span without the keys from {@code bound} on. */
  KeySpan before(Bytes bound) {
    boolean within = range.toExclusive().map(end -> end.compareTo(bound) <= 0).orElse(false);
    return within
        ? this
        : new KeySpan(new KeyRange(range.fromInclusive(), Optional.of(bound)), false);
  }

  private static List<KeySpan> ofValues(Bytes fixed, int open, List<Long> values) {
    List<Long> sorted = values.stream().sorted(Long::compareUnsigned).toList();
    List<KeySpan> spans = new ArrayList<>();
    int first = 0;
    for (int i = 1; i <= sorted.size(); i++) {
      if (i == sorted.size() || sorted.get(i) != sorted.get(i - 1) + 1) {
        spans.add(ofRun(fixed, open, sorted.get(first), sorted.get(i - 1)));
        first = i;
      }
    }
    return spans;
  }

  /** Ids are stored unsigned: negative ones come after all others. */
  private static List<KeySpan> ofRange(Bytes fixed, int open, long from, long to) {
    List<KeySpan> spans = new ArrayList<>();
    if (from <= to && to >= 0) {
      spans.add(ofRun(fixed, open, Math.max(from, 0), to));
    }
    if (from <= to && from < 0) {
      spans.add(ofRun(fixed, open, from, Math.min(to, -1)));
    }
    return spans;
  }

  private static KeySpan ofRun(Bytes fixed, int open, long first, long last) {
    Bytes from = KeyPrefix.append(fixed, List.of(first));
    if (first == last) {
      return ofPrefix(from, open);
    }
    Bytes lastPrefix = KeyPrefix.append(fixed, List.of(last));
    return new KeySpan(new KeyRange(from, lastPrefix.prefixEnd()), false);
  }

  private static KeySpan ofPrefix(Bytes prefix, int open) {
    return new KeySpan(KeyRange.prefix(prefix), open == 0);
  }
}
