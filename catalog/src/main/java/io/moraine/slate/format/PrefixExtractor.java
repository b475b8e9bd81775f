package io.moraine.slate.format;

import io.moraine.base.Bytes;

/**
 * A named pure function from keys to prefixes, by which keys are grouped into segments or hashed
 * into filters. Only the name is stored, so it stands for the function everywhere.
 *
 * <p>If a key has a prefix of n bytes, every key with the same first n bytes has the same.
 */
public interface PrefixExtractor {
  /** What both methods answer when there is no prefix. */
  int NONE = -1;

  /** The name that is stored. */
  String name();

  /** Length in bytes of the prefix of {@code key}, or {@link #NONE}. */
  int prefixLength(Bytes key);

  /**
   * Length in bytes of the prefix that all keys starting with {@code beginning} have in common, or
   * {@link #NONE} if they may differ in it.
   */
  int commonPrefixLength(Bytes beginning);
}
