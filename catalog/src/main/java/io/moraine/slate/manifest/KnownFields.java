package io.moraine.slate.manifest;

import io.moraine.slate.format.FlatBufferReader.Table;

/** Notices fields that a newer version stored. */
public final class KnownFields {
  private boolean exceeded;

  /** Nothing was unknown so far. */
  public KnownFields() {}

  /** The table, after a look whether it has more than {@code slots}. */
  public Table of(Table table, int slots) {
    exceeded |= table.hasAnyFrom(slots);
    return table;
  }

  /** Notes something else that is not known here. */
  public void exceededIf(boolean unknown) {
    exceeded |= unknown;
  }

  /** Whether anything was not known. */
  public boolean exceeded() {
    return exceeded;
  }
}
