package io.moraine.objectstore;

/**
 * The rule for paths: segments between single slashes, of printable ASCII characters other than the
 * backslash, none of them {@code .} or {@code ..}. So a path means the same object in every store
 * and never leads out of one.
 */
public final class ObjectPaths {
  private ObjectPaths() {}

  /** Whether {@code path} names an object. */
  public static boolean isValid(String path) {
    for (String segment : path.split("/", -1)) {
      if (!isValidSegment(segment)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Checks an object's path.
   *
   * @throws ObjectStoreException of kind BAD_REQUEST if it is none
   */
  public static void check(String path) {
    if (!isValid(path)) {
      throw new ObjectStoreException(
          ObjectStoreException.Kind.BAD_REQUEST,
          path,
          "not an object's path: '" + path + "'",
          null);
    }
  }

  /**
   * Checks a folder's path, where "" means the store itself.
   *
   * @throws ObjectStoreException of kind BAD_REQUEST if it is none
   */
  public static void checkFolder(String folder) {
    if (!folder.isEmpty()) {
      check(folder);
    }
  }

  private static boolean isValidSegment(String segment) {
    return !segment.isEmpty()
        && !segment.equals(".")
        && !segment.equals("..")
        && segment.chars().allMatch(each -> each >= ' ' && each <= '~' && each != '\\');
  }
}
