package io.moraine.slate;

import io.moraine.base.Bytes;
import io.moraine.slate.format.PrefixExtractor;
import java.util.function.ToIntFunction;

/**
 * An extractor that the writers of the reference stores were given. It answers alike for a key and
 * for the beginning of one.
 *
 * @param name its stored name
 * @param length the length of the prefix
 */
record Extractors(String name, ToIntFunction<Bytes> length) implements PrefixExtractor {
  /** The first byte of a key. */
  static final PrefixExtractor FIRST_BYTE =
      new Extractors("moraine-tag-v1", key -> key.isEmpty() ? NONE : 1);

  /** Everything up to and including the first colon. */
  static final PrefixExtractor FIRST_COLON =
      new Extractors("first-colon", Extractors::throughFirstColon);

  private static int throughFirstColon(Bytes key) {
    for (int i = 0; i < key.length(); i++) {
      if (key.at(i) == ':') {
        return i + 1;
      }
    }
    return NONE;
  }

  @Override
  public int prefixLength(Bytes key) {
    return length.applyAsInt(key);
  }

  @Override
  public int commonPrefixLength(Bytes beginning) {
    return length.applyAsInt(beginning);
  }
}
