package io.moraine.objectstore.file;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectPaths;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Creates objects, each under a temporary name first; see the package's description. */
final class FileWriter {
  private static final System.Logger LOG = System.getLogger("io.moraine.objectstore.file");
  static final String TEMP_FOLDER = ".moraine-tmp";
  private static final long LEFTOVER_AGE_MILLIS = Duration.ofDays(1).toMillis();
  private static final int REMEMBERED_PUTS = 1024;

  private final ObjectFolder folder;
  private final FileErrors errors;
  private final Clock clock;
  private final AtomicLong leftoversDueMillis = new AtomicLong(Long.MIN_VALUE);

  /** Put ids of late with the path they created, for callers who did not hear our answer. */
  private final Map<String, String> created =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
              return size() > REMEMBERED_PUTS;
            }
          });

  FileWriter(ObjectFolder folder, Clock clock) {
    this.folder = folder;
    this.errors = folder.errors();
    this.clock = clock;
  }

  PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    String tempPath = TEMP_FOLDER + "/" + putId;
    ObjectPaths.check(tempPath);
    Path target = folder.resolve(path);
    Path temp = folder.resolve(tempPath);
    boolean own;
    try {
      if (folder.find(path).isPresent() && !Files.exists(temp)) {
        return path.equals(created.get(putId)) ? PutOutcome.OWN : PutOutcome.EXISTS;
      }
      prepareFolders(path, tempPath);
      own = isSameFile(temp, target);
      if (!own) {
        write(temp, content);
      }
    } catch (IOException e) {
      throw isReadOnly()
          ? errors.error(Kind.FORBIDDEN, path, "the filesystem is read-only", e)
          : errors.of(path, e);
    }
    PutOutcome outcome = own ? PutOutcome.OWN : link(path, temp, target);
    if (outcome != PutOutcome.EXISTS) {
      force(path);
      created.put(putId, path);
    }
    delete(temp);
    return outcome;
  }

  private boolean isReadOnly() {
    try {
      return Files.getFileStore(folder.root()).isReadOnly();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "cannot tell whether the filesystem is read-only", e);
      return false;
    }
  }

  private void prepareFolders(String path, String tempPath) throws IOException {
    folder.createParent(tempPath);
    folder.createParent(path);
    long now = clock.wallMillis();
    long due = leftoversDueMillis.get();
    if (now >= due && leftoversDueMillis.compareAndSet(due, now + LEFTOVER_AGE_MILLIS)) {
      removeLeftovers(now - LEFTOVER_AGE_MILLIS);
    }
  }

  /** Temporary files of writers that died more than a day ago; the lock stays, it may be held. */
  private void removeLeftovers(long oldest) throws IOException {
    for (ObjectMeta each : folder.list(TEMP_FOLDER, "")) {
      if (each.modifiedMillis() < oldest && !each.path().equals(FileReplacer.LOCK)) {
        delete(folder.resolve(each.path()));
      }
    }
  }

  /** Writes the bytes under the temporary name; what an earlier attempt left there is replaced. */
  static void write(Path temp, Bytes content) throws IOException {
    Files.deleteIfExists(temp);
    try (FileChannel file =
        FileChannel.open(temp, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(content.array(), content.arrayOffset(), content.length());
      while (buffer.hasRemaining()) {
        file.write(buffer);
      }
      file.force(true);
    } catch (IOException e) {
      delete(temp);
      throw e;
    }
  }

  private PutOutcome link(String path, Path temp, Path target) {
    try {
      Files.createLink(target, temp);
      return PutOutcome.CREATED;
    } catch (UnsupportedOperationException e) {
      delete(temp);
      throw errors.error(Kind.FORBIDDEN, path, "the filesystem has no hard links", e);
    } catch (IOException e) {
      return outcomeOfFailedLink(path, temp, target, e);
    }
  }

  /** A network filesystem may have made the link and lost the answer. */
  private PutOutcome outcomeOfFailedLink(String path, Path temp, Path target, IOException failure) {
    try {
      if (isSameFile(temp, target)) {
        return PutOutcome.CREATED;
      }
      if (Files.exists(target)) {
        return PutOutcome.EXISTS;
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
      throw unanswered(path, failure);
    }
    if (failure instanceof AccessDeniedException || isNotPermitted(failure)) {
      delete(temp);
      throw errors.error(
          Kind.FORBIDDEN, path, "the filesystem refuses hard links: " + failure, failure);
    }
    throw unanswered(path, failure);
  }

  private static boolean isNotPermitted(IOException failure) {
    return String.valueOf(failure.getMessage()).contains("not permitted");
  }

  private void force(String path) {
    try {
      folder.forceParent(path);
    } catch (IOException e) {
      throw unanswered(path, e);
    }
  }

  /** The temporary file stays, so that the same put id recognises its object. */
  private ObjectStoreException unanswered(String path, IOException cause) {
    return errors.error(Kind.UNANSWERED, path, "may or may not have been created: " + cause, cause);
  }

  private static boolean isSameFile(Path temp, Path target) throws IOException {
    return Files.exists(temp) && Files.exists(target) && Files.isSameFile(temp, target);
  }

  /** Removes a temporary name; one that stays is a leftover and goes another day. */
  private static void delete(Path temp) {
    try {
      Files.deleteIfExists(temp);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "temporary file stays behind: " + temp, e);
    }
  }
}
