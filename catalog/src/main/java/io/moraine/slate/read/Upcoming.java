package io.moraine.slate.read;

import io.moraine.base.Bytes;
import org.jspecify.annotations.Nullable;

/** A part of a scan that has not been opened yet. */
interface Upcoming {
  /** Where in the scan it is needed: a key, or null for the end of all keys. */
  @Nullable Bytes position();

  /** The bytes that it will give; 0 if that is not known. */
  long sizeBytes();

  /** Asks for its index, if it has one that must be read before its blocks. */
  void askIndex();

  /** Asks for all of it if one read gives that; else waits for its index, and adds its blocks. */
  void begin();
}
