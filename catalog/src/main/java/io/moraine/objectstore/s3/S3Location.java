package io.moraine.objectstore.s3;

/**
 * Where a store's objects are.
 *
 * @param bucket the bucket
 * @param prefix what all keys begin with, before a slash; "" for nothing
 */
record S3Location(String bucket, String prefix) {
  /** The key of the object at {@code path}. */
  String key(String path) {
    return prefix.isEmpty() ? path : prefix + "/" + path;
  }

  /** What the keys of a folder's objects begin with; {@code folder} is "" for the store itself. */
  String keyPrefix(String folder) {
    return folder.isEmpty() ? (prefix.isEmpty() ? "" : prefix + "/") : key(folder) + "/";
  }

  /** As users write it. */
  @Override
  public String toString() {
    return "s3://" + key(bucket, prefix);
  }

  private static String key(String bucket, String prefix) {
    return prefix.isEmpty() ? bucket : bucket + "/" + prefix;
  }
}
