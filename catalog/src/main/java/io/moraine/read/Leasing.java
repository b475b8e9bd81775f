package io.moraine.read;

import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;

/** Whether a revision is to be protected. */
enum Leasing {
  /** It is not; nothing is written. */
  NONE,
  /** It is, if the store allows. */
  IF_POSSIBLE,
  /** It must be. */
  REQUIRED;

  /** What a catalog asks for. A checkpoint that it names is somebody else's to keep. */
  static Leasing of(CatalogOptions catalog) {
    if (catalog.access() == Access.READ_ONLY || catalog.checkpoint().isPresent()) {
      return NONE;
    }
    return switch (catalog.readerLease()) {
      case FALSE -> NONE;
      case AUTO -> IF_POSSIBLE;
      case TRUE -> REQUIRED;
    };
  }
}
