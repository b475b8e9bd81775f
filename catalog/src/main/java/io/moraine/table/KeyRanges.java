package io.moraine.table;

import io.moraine.base.Bytes;
import io.moraine.keyspace.KeyPrefix;
import io.moraine.keyspace.KeyRange;
import io.moraine.model.KeyCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The keys that a condition selects. */
final class KeyRanges {
  private KeyRanges() {}

  /**
   * The keys that start with {@code prefix} and whose ids meet {@code condition}, in key order.
   *
   * @param idCount ids that follow the prefix in a whole key; a condition on fewer gives ranges
   */
  static List<KeyRange> of(Bytes prefix, int idCount, KeyCondition condition) {
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

  /** The part of {@code range} before {@code bound}, which lies behind its start. */
  static KeyRange before(Bytes bound, KeyRange range) {
    boolean within = range.toExclusive().map(end -> end.compareTo(bound) <= 0).orElse(false);
    return within ? range : new KeyRange(range.fromInclusive(), Optional.of(bound));
  }

  private static List<KeyRange> ofValues(Bytes fixed, int open, List<Long> values) {
    List<Long> sorted = values.stream().sorted(Long::compareUnsigned).toList();
    List<KeyRange> ranges = new ArrayList<>();
    int first = 0;
    for (int i = 1; i <= sorted.size(); i++) {
      if (i == sorted.size() || sorted.get(i) != sorted.get(i - 1) + 1) {
        ranges.add(ofRun(fixed, open, sorted.get(first), sorted.get(i - 1)));
        first = i;
      }
    }
    return ranges;
  }

  /** Ids are stored unsigned: negative ones come after all others. */
  private static List<KeyRange> ofRange(Bytes fixed, int open, long from, long to) {
    List<KeyRange> ranges = new ArrayList<>();
    if (from <= to && to >= 0) {
      ranges.add(ofRun(fixed, open, Math.max(from, 0), to));
    }
    if (from <= to && from < 0) {
      ranges.add(ofRun(fixed, open, from, Math.min(to, -1)));
    }
    return ranges;
  }

  private static KeyRange ofRun(Bytes fixed, int open, long first, long last) {
    Bytes from = KeyPrefix.append(fixed, List.of(first));
    if (first == last) {
      return ofPrefix(from, open);
    }
    Bytes lastPrefix = KeyPrefix.append(fixed, List.of(last));
    return new KeyRange(from, lastPrefix.prefixEnd());
  }

  private static KeyRange ofPrefix(Bytes prefix, int open) {
    return open == 0 ? KeyRange.single(prefix) : KeyRange.prefix(prefix);
  }
}
