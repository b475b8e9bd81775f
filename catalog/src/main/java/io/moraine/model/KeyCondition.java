package io.moraine.model;

import java.util.List;

/**
 * A condition on the leading key columns of a metadata table ({@link MetadataTable#keyColumns()}):
 * equality on the first ones, then possibly a set or a range of values on the next.
 *
 * @param prefix values of the first key columns
 * @param next what the following key column may be
 */
public record KeyCondition(List<Long> prefix, Next next) {
  /** No condition. */
  public static final KeyCondition NONE = new KeyCondition(List.of(), new Any());

  public KeyCondition {
    prefix = List.copyOf(prefix);
  }

  /** Equality on the first key columns. */
  public static KeyCondition equalTo(Long... prefix) {
    return new KeyCondition(List.of(prefix), new Any());
  }

  /** What the key column after the prefix may be. */
  public sealed interface Next {}

  /** Anything. */
  public record Any() implements Next {}

  /**
   * One of some values.
   *
   * @param values ascending, without repetition
   */
  public record OneOf(List<Long> values) implements Next {
    public OneOf {
      values = values.stream().sorted().distinct().toList();
    }
  }

  /**
   * A range; empty if the bounds cross.
   *
   * @param fromInclusive the least value
   * @param toInclusive the greatest value
   */
  public record Between(long fromInclusive, long toInclusive) implements Next {}
}
