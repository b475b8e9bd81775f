package io.moraine.slate.manifest;

import io.moraine.slate.format.FlatBufferReader.Table;

/** Notices fields that a newer version stored. */
final class KnownFields {
  private boolean exceeded;

  /** The table, after a look whether it has more than {@code slots}. */
  Table of(Table table, int slots) {
    exceeded |= table.hasAnyFrom(slots);
    return table;
  }

  /** Notes something else that is not known here. */
  void exceededIf(boolean unknown) {
    exceeded |= unknown;
  }

  /** Whether anything was not known. */
  boolean exceeded() {
    return exceeded;
  }
}
