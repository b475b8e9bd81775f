package io.moraine.objectstore;

/**
 * What a store tells of an object without reading it.
 *
 * @param path path relative to the store
 * @param size size in bytes
 * @param modifiedMillis when it was written, milliseconds since 1970-01-01 UTC by the store's clock
 */
public record ObjectMeta(String path, long size, long modifiedMillis) {
  /** The part of the path after the last slash. */
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
