package io.moraine.testing;

import io.moraine.objectstore.ObjectStore;
import java.time.Duration;

/** A store that tells of a clock which differs from ours. */
public final class SkewedStore extends ForwardingObjectStore {
  private volatile long leadMillis;

  /** The objects of {@code target}; its clock shows the same as ours. */
  public SkewedStore(ObjectStore target) {
    super(target);
  }

  /** Has the store's clock be ahead of ours by {@code lead}. */
  public void setClockLead(Duration lead) {
    leadMillis = lead.toMillis();
  }

  @Override
  public long clockLeadMillis() {
    return leadMillis;
  }
}
