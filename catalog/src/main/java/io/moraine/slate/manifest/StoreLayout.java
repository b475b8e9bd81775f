package io.moraine.slate.manifest;

import io.moraine.objectstore.ObjectPaths;
import io.moraine.slate.format.Ulid;
import java.util.OptionalLong;

/**
 * Where the objects of one database lie in its object store.
 *
 * <p>Below the root: {@code manifest/<id>.manifest}, {@code wal/<id>.sst}, {@code
 * compacted/<ULID>.sst}, {@code gc/manifest.boundary}; an id is 20 decimal digits. Source: SlateDB
 * {@code slatedb/src/paths.rs} at e0161973.
 *
 * @param root path of the database in the object store; empty if it fills the store
 */
public record StoreLayout(String root) {
  private static final String MANIFEST_SUFFIX = ".manifest";
  private static final String SST_SUFFIX = ".sst";
  private static final int ID_DIGITS = 20;

  /** Checks that the root is a path. */
  public StoreLayout {
    ObjectPaths.checkFolder(root);
  }

  /** The folder of manifests. */
  public String manifestFolder() {
    return below("manifest");
  }

  /** The name of a manifest in its folder; names are ordered as the ids are. */
  public String manifestName(long id) {
    return digits(id) + MANIFEST_SUFFIX;
  }

  /** The path of a manifest. */
  public String manifest(long id) {
    return manifestFolder() + "/" + manifestName(id);
  }

  /** The object that tells up to which id manifests are dead. */
  public String manifestBoundary() {
    return below("gc/manifest.boundary");
  }

  /** The folder of the write-ahead log. */
  public String walFolder() {
    return below("wal");
  }

  /** The path of an object of the write-ahead log. */
  public String wal(long id) {
    return walFolder() + "/" + digits(id) + SST_SUFFIX;
  }

  /** The path of a table of the tree. */
  public String table(Ulid id) {
    return below("compacted/" + id + SST_SUFFIX);
  }

  /** The id in a manifest's name; empty if it is the name of something else. */
  static OptionalLong manifestId(String name) {
    return id(name, MANIFEST_SUFFIX);
  }

  /** The id in the name of a write-ahead log object; empty if it is the name of something else. */
  static OptionalLong walId(String name) {
    return id(name, SST_SUFFIX);
  }

  private static OptionalLong id(String name, String suffix) {
    if (name.length() != ID_DIGITS + suffix.length() || !name.endsWith(suffix)) {
      return OptionalLong.empty();
    }
    String digits = name.substring(0, ID_DIGITS);
    if (!digits.chars().allMatch(each -> each >= '0' && each <= '9')) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseUnsignedLong(digits));
    } catch (NumberFormatException tooLarge) {
      return OptionalLong.empty();
    }
  }

  private static String digits(long id) {
    String digits = Long.toUnsignedString(id);
    return "0".repeat(ID_DIGITS - digits.length()) + digits;
  }

  private String below(String path) {
    return root.isEmpty() ? path : root + "/" + path;
  }
}
