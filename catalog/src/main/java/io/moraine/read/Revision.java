package io.moraine.read;

import io.moraine.base.Unsigned;
import io.moraine.slate.manifest.Manifest;

/**
 * What a reader pins: a manifest and the last write-ahead log object that belongs to it.
 *
 * @param manifest the manifest
 * @param lastWalId last object of the tail; {@code manifest.replayAfterWalId()} or less for none
 */
record Revision(Manifest manifest, long lastWalId) {
  /** The tables of the manifest, for equality. */
  TableSet tables() {
    return new TableSet(manifest.trees());
  }

  /** Whether both name the same tables and the same tail, though the manifests may differ. */
  boolean showsTheSameAs(Revision other) {
    return lastWalId == other.lastWalId && startsLike(other);
  }

  /** Whether the tail of {@code shorter} is the beginning of this one's. */
  boolean continues(Revision shorter) {
    return Long.compareUnsigned(lastWalId, shorter.lastWalId) >= 0 && startsLike(shorter);
  }

  /** The last log object whose rows it shows, in tables or tail. */
  long coveredWalId() {
    return Unsigned.max(lastWalId, manifest.replayAfterWalId());
  }

  private boolean startsLike(Revision other) {
    return manifest.replayAfterWalId() == other.manifest.replayAfterWalId()
        && manifest.lastL0Seq() == other.manifest.lastL0Seq()
        && tables().equals(other.tables());
  }

  @Override
  public String toString() {
    return "manifest "
        + Long.toUnsignedString(manifest.id())
        + " with the log up to "
        + Long.toUnsignedString(lastWalId);
  }
}
