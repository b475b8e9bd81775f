package io.moraine.table;

import io.moraine.model.KeyCondition;
import java.util.List;

/** Conditions on keys, judged on ids instead of encoded keys. */
final class KeyConditions {
  private KeyConditions() {}

  /** The part of a condition that concerns the first key column. */
  static KeyCondition onFirst(KeyCondition condition) {
    return condition.prefix().isEmpty()
        ? condition
        : new KeyCondition(condition.prefix().subList(0, 1), new KeyCondition.Any());
  }

  /** Whether ids, as many as the condition speaks of or more, meet it. */
  static boolean matches(KeyCondition condition, Long... ids) {
    List<Long> prefix = condition.prefix();
    if (!List.of(ids).subList(0, prefix.size()).equals(prefix)) {
      return false;
    }
    KeyCondition.Next next = condition.next();
    if (next instanceof KeyCondition.OneOf oneOf) {
      return oneOf.values().contains(ids[prefix.size()]);
    } else if (next instanceof KeyCondition.Between between) {
      long id = ids[prefix.size()];
      return between.fromInclusive() <= id && id <= between.toInclusive();
    }
    return true;
  }
}
