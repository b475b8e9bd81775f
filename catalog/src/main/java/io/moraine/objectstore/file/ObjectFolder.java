package io.moraine.objectstore.file;

import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectPaths;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a store: where objects lie, and that no symbolic link leads out of it.
 *
 * @param root the folder; may itself be reached through links
 * @param errors makes the errors
 */
record ObjectFolder(Path root, FileErrors errors) {
  /** The file of an object or folder, "" for the root. */
  Path resolve(String path) {
    try {
      Path file = root.resolve(path);
      // On Windows, C: is a drive.
      if (file.startsWith(root)) {
        return file;
      }
    } catch (InvalidPathException e) {
      throw errors.error(Kind.BAD_REQUEST, path, "not a file's name here: " + e.getMessage(), e);
    }
    throw errors.error(Kind.BAD_REQUEST, path, "leads out of the store", null);
  }

  /** Size and time of an object; empty if there is none. */
  Optional<ObjectMeta> find(String path) throws IOException {
    ObjectPaths.check(path);
    if (!isFolder(parent(path))) {
      return Optional.empty();
    }
    BasicFileAttributes attributes = attributes(path);
    if (attributes != null && attributes.isSymbolicLink()) {
      throw symbolicLink(path);
    }
    return attributes == null || !attributes.isRegularFile()
        ? Optional.empty()
        : Optional.of(meta(path, attributes));
  }

  /**
   * Deletes an object, if there is one. The folder is not forced to disk: an object that a crash of
   * the machine brings back is deleted again.
   */
  void delete(String path) throws IOException {
    if (find(path).isPresent()) {
      Files.deleteIfExists(resolve(path));
    }
  }

  /** The objects in a folder, sorted: the filesystem gives them in any order. */
  List<ObjectMeta> list(String folder, String afterName) throws IOException {
    List<ObjectMeta> objects = new ArrayList<>();
    for (String name : names(folder, afterName)) {
      String path = folder.isEmpty() ? name : folder + "/" + name;
      BasicFileAttributes attributes = attributes(path);
      if (attributes != null && attributes.isRegularFile()) {
        objects.add(meta(path, attributes));
      }
    }
    return objects;
  }

  /** Whether nothing is there but what writers left over; a root that is not there has nothing. */
  boolean isEmpty() throws IOException {
    if (!isRootThere()) {
      return true;
    }
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            root, each -> !String.valueOf(each.getFileName()).equals(FileWriter.TEMP_FOLDER))) {
      return !entries.iterator().hasNext();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** Creates the folder of an object, and those above it, unless they exist. */
  void createParent(String path) throws IOException {
    if (!Files.isDirectory(root)) {
      Files.createDirectories(root);
    }
    int slash = path.indexOf('/');
    for (; slash >= 0; slash = path.indexOf('/', slash + 1)) {
      create(path.substring(0, slash));
    }
  }

  /** Makes the names in an object's folder survive a crash of the machine. */
  void forceParent(String path) throws IOException {
    // Windows has no such call, and its filesystem keeps a journal of names.
    if (root.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel channel = FileChannel.open(resolve(parent(path)), StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  private void create(String folder) throws IOException {
    if (isFolder(folder)) {
      return;
    }
    try {
      Files.createDirectory(resolve(folder));
    } catch (FileAlreadyExistsException e) {
      if (!isFolder(folder)) {
        throw e;
      }
    }
    forceParent(folder);
  }

  private List<String> names(String folder, String afterName) throws IOException {
    List<String> names = new ArrayList<>();
    if (!isFolder(folder)) {
      return names;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(resolve(folder))) {
      for (Path each : entries) {
        String name = String.valueOf(each.getFileName());
        if (name.compareTo(afterName) > 0 && ObjectPaths.isValid(name)) {
          names.add(name);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    Collections.sort(names);
    return names;
  }

  /** Whether there is such a folder; refuses one that is reached through links. */
  private boolean isFolder(String folder) throws IOException {
    if (folder.isEmpty()) {
      return isRootThere();
    }
    if (!isFolder(parent(folder))) {
      return false;
    }
    BasicFileAttributes attributes = attributes(folder);
    if (attributes != null && attributes.isSymbolicLink()) {
      throw symbolicLink(folder);
    }
    return attributes != null && attributes.isDirectory();
  }

  /** Whether the root is a folder; that it must not be looked at does not mean that it is none. */
  private boolean isRootThere() throws IOException {
    try {
      return Files.readAttributes(root, BasicFileAttributes.class).isDirectory();
    } catch (AccessDeniedException e) {
      throw e;
    } catch (FileSystemException e) {
      return false;
    }
  }

  private @Nullable BasicFileAttributes attributes(String path) throws IOException {
    try {
      return Files.readAttributes(
          resolve(path), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private RuntimeException symbolicLink(String path) {
    return errors.error(Kind.BAD_REQUEST, path, "symbolic links are not followed", null);
  }

  private static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }

  private static ObjectMeta meta(String path, BasicFileAttributes attributes) {
    return new ObjectMeta(path, attributes.size(), attributes.lastModifiedTime().toMillis());
  }
}
