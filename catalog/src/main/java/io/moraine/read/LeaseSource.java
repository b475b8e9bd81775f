package io.moraine.read;

/** Which manifest a new lease pins. */
@FunctionalInterface
interface LeaseSource {
  /** The manifest that records the lease. */
  LeaseSource ITSELF = nextId -> nextId;

  /** The manifest to pin, for a lease that {@code nextId} records. */
  long manifestId(long nextId);

  /** What {@code publication} pins. */
  static LeaseSource copyOf(Publication publication) {
    return nextId -> publication.revision().manifest().id();
  }
}
