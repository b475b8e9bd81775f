package io.moraine.objectstore.file;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectPaths;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Objects as files below a folder of the local filesystem.
 *
 * <p>Opening and reading create nothing, so a read-only folder will do, and one that does not exist
 * is an empty store. Symbolic links below the folder are refused.
 */
public final class FileObjectStore implements ObjectStore {
  private final FileErrors errors;
  private final ObjectFolder folder;
  private final FileWriter writer;
  private final FileReplacer replacer;

  private FileObjectStore(Path root, Clock clock) {
    this.errors = new FileErrors("file:" + root);
    this.folder = new ObjectFolder(root, errors);
    this.writer = new FileWriter(folder, clock);
    this.replacer = new FileReplacer(folder);
  }

  /**
   * The store in {@code folder}.
   *
   * @param folder a path as the operating system writes it, taken as it is: blanks, {@code %} and
   *     {@code C:\lake} mean themselves
   * @param clock tells which leftovers of writers are old
   * @throws ObjectStoreException of kind BAD_REQUEST if that is no path on this system
   */
  public static FileObjectStore open(String folder, Clock clock) {
    try {
      return new FileObjectStore(Path.of(folder).toAbsolutePath(), clock);
    } catch (InvalidPathException e) {
      throw new ObjectStoreException(Kind.BAD_REQUEST, "", "not a folder: " + e.getMessage(), e);
    }
  }

  @Override
  public Bytes read(String path) {
    return withFile(
        path,
        file -> {
          long size = file.size();
          if (size > Integer.MAX_VALUE - 8) {
            throw errors.error(
                Kind.BAD_REQUEST, path, size + " bytes are too many to read at once", null);
          }
          return read(file, 0, (int) size);
        });
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    return withFile(
        path,
        file -> {
          long size = file.size();
          if (offset < 0 || length < 0 || offset >= size) {
            throw errors.error(
                Kind.BAD_REQUEST,
                path,
                String.format(Locale.ROOT, "no range [%d, +%d) in %d bytes", offset, length, size),
                null);
          }
          return read(file, offset, (int) Math.min(length, size - offset));
        });
  }

  @Override
  public Tail readTail(String path, int length) {
    return withFile(
        path,
        file -> {
          long size = file.size();
          int count = (int) Math.min(length, size);
          return new Tail(size, read(file, size - count, count));
        });
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    errors.checkInterrupt(path);
    try {
      return folder.find(path);
    } catch (IOException e) {
      throw errors.of(path, e);
    }
  }

  @Override
  public Page listPage(String path, String afterName) {
    errors.checkInterrupt(path);
    ObjectPaths.checkFolder(path);
    try {
      return Page.whole(folder.list(path, afterName));
    } catch (IOException e) {
      throw errors.of(path, e);
    }
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    errors.checkInterrupt(path);
    ObjectPaths.check(path);
    return writer.putIfAbsent(path, content, putId);
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    errors.checkInterrupt(path);
    ObjectPaths.check(path);
    return replacer.replaceIf(() -> isUnchanged(path, etag), path, content);
  }

  private boolean isUnchanged(String path, String etag) {
    try {
      return readIfChanged(path, etag).isEmpty();
    } catch (ObjectStoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void delete(String path) {
    errors.checkInterrupt(path);
    try {
      folder.delete(path);
    } catch (IOException e) {
      throw errors.of(path, e);
    }
  }

  @Override
  public boolean isEmpty() {
    errors.checkInterrupt("");
    try {
      return folder.isEmpty();
    } catch (IOException e) {
      throw errors.of("", e);
    }
  }

  @Override
  public String location() {
    return errors.location();
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public void close() {}

  @FunctionalInterface
  private interface FileRead<T> {
    T from(FileChannel file) throws IOException;
  }

  private <T> T withFile(String path, FileRead<T> read) {
    errors.checkInterrupt(path);
    try {
      if (folder.find(path).isEmpty()) {
        throw errors.error(Kind.NOT_FOUND, path, "no such object", null);
      }
      try (FileChannel file =
          FileChannel.open(
              folder.resolve(path), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
        return read.from(file);
      }
    } catch (IOException e) {
      throw errors.of(path, e);
    }
  }

  private static Bytes read(FileChannel file, long offset, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    while (buffer.hasRemaining()) {
      if (file.read(buffer, offset + buffer.position()) < 0) {
        throw new IOException("the file became shorter while it was read");
      }
    }
    return Bytes.wrap(buffer.array());
  }
}
