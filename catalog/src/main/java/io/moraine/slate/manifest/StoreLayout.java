package io.moraine.slate.manifest;

import io.moraine.objectstore.ObjectPaths;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.sequenced.NumberedNames;
import io.moraine.slate.sequenced.SequencedFolder;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where the objects of one database lie in its object store.
 *
 * <p>Below the root: {@code manifest/<id>.manifest}, {@code compactions/<id>.compactions}, {@code
 * wal/<id>.sst}, {@code compacted/<ULID>.sst}, {@code gc/manifest.boundary}, {@code
 * gc/compactions.boundary}; an id is 20 decimal digits. Source: SlateDB {@code
 * slatedb/src/paths.rs} at e0161973.
 *
 * @param root path of the database in the object store; empty if it fills the store
 */
public record StoreLayout(String root) {
  private static final String SST_SUFFIX = ".sst";
  private static final NumberedNames MANIFESTS = new NumberedNames(".manifest");
  private static final NumberedNames COMPACTIONS = new NumberedNames(".compactions");
  private static final NumberedNames WAL_OBJECTS = new NumberedNames(SST_SUFFIX);

  /** Checks that the root is a path. */
  public StoreLayout {
    ObjectPaths.checkFolder(root);
  }

  /** Where manifests lie, and the object that tells up to which id they are dead. */
  public SequencedFolder manifests() {
    return new SequencedFolder(below("manifest"), MANIFESTS, below("gc/manifest.boundary"));
  }

  /** The path of a manifest. */
  public String manifest(long id) {
    return manifests().path(id);
  }

  /** Where the state of compaction lies, and the object that tells up to which id it is dead. */
  public SequencedFolder compactions() {
    return new SequencedFolder(below("compactions"), COMPACTIONS, below("gc/compactions.boundary"));
  }

  /** The folder of the write-ahead log. */
  public String walFolder() {
    return below("wal");
  }

  /** The path of an object of the write-ahead log. */
  public String wal(long id) {
    return walFolder() + "/" + WAL_OBJECTS.of(id);
  }

  /** The folder of the tables of the tree. */
  public String tableFolder() {
    return below("compacted");
  }

  /** The path of a table of the tree. */
  public String table(Ulid id) {
    return tableFolder() + "/" + id + SST_SUFFIX;
  }

  /** The id in the name of a table; empty if it is the name of something else. */
  public static Optional<Ulid> tableId(String name) {
    return name.endsWith(SST_SUFFIX)
        ? Ulid.parse(name.substring(0, name.length() - SST_SUFFIX.length()))
        : Optional.empty();
  }

  /** The id in the name of a write-ahead log object; empty if it is the name of something else. */
  public static OptionalLong walId(String name) {
    return WAL_OBJECTS.idIn(name);
  }

  private String below(String path) {
    return root.isEmpty() ? path : root + "/" + path;
  }
}
