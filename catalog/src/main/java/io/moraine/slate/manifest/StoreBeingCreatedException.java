package io.moraine.slate.manifest;

/** The latest manifest says that its database is not complete yet: a clone is being made. */
public final class StoreBeingCreatedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** For the manifest at {@code path}. */
  public StoreBeingCreatedException(String path) {
    super(path + ": the store is being created (initialized is false); try again later");
  }
}
