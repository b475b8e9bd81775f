package io.moraine.testing;

import io.moraine.objectstore.ObjectStore;

/** A store whose clock differs from the machine's. */
public final class SkewedObjectStore extends ForwardingObjectStore {
  private final long leadMillis;

  /** The store {@code target} with a clock that is ahead by {@code leadMillis}. */
  public SkewedObjectStore(ObjectStore target, long leadMillis) {
    super(target);
    this.leadMillis = leadMillis;
  }

  @Override
  public long clockLeadMillis() {
    return leadMillis;
  }
}
