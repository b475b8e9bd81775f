package io.moraine.testing;

import io.moraine.objectstore.ObjectStore;

/** A store that is not local, so that who can ask for several things at once does. */
public class FarObjectStore extends ForwardingObjectStore {
  /** Hands everything on to {@code target}. */
  public FarObjectStore(ObjectStore target) {
    super(target);
  }

  @Override
  public boolean isLocal() {
    return false;
  }
}
