package io.moraine.slate.read;

import io.moraine.slate.format.Ulid;

/** Identity of a cached block: whose it is, its table and where it starts there. */
record BlockKey(String owner, Ulid table, long offset) {
  @Override
  public int hashCode() {
    // The plain hash of a record collides for neighbouring blocks of related tables.
    long mixed = owner.hashCode();
    mixed ^= (table.low() ^ Long.rotateLeft(table.high(), 23) ^ offset * 0x9e3779b97f4a7c15L);
    mixed ^= mixed >>> 32;
    return (int) ((mixed * 0x9e3779b97f4a7c15L) >>> 32);
  }
}
