package io.moraine.slate.write;

import io.moraine.slate.manifest.Manifest;

/** Who is in charge. */
final class Epochs {
  private Epochs() {}

  /**
   * Checks that {@code manifest} is of the writer with number {@code epoch}.
   *
   * @throws FencedException if another one has taken the store
   */
  static void check(long epoch, Manifest manifest) {
    if (manifest.writerEpoch() != epoch) {
      throw new FencedException(
          "another writer took the store: manifest "
              + Long.toUnsignedString(manifest.id())
              + " has epoch "
              + Long.toUnsignedString(manifest.writerEpoch())
              + ", ours was "
              + Long.toUnsignedString(epoch),
          0);
    }
  }
}
