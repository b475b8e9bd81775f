package io.moraine.objectstore.file;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Replaces objects, one at a time in all processes: under a lock of the operating system the new
 * bytes are written to a temporary file, forced to disk, and renamed over the old ones. The lock
 * ends with its process.
 */
final class FileReplacer {
  private static final System.Logger LOG = System.getLogger("io.moraine.objectstore.file");

  /** What is locked. Never deleted: who has it open might lock it next to another's. */
  static final String LOCK = FileWriter.TEMP_FOLDER + "/replace.lock";

  private static final String TEMP = FileWriter.TEMP_FOLDER + "/replacement";

  /** Locks of the operating system exclude other processes only. */
  private static final Lock IN_PROCESS = new ReentrantLock();

  private final ObjectFolder folder;
  private final FileErrors errors;

  FileReplacer(ObjectFolder folder) {
    this.folder = folder;
    this.errors = folder.errors();
  }

  /**
   * Replaces the object at {@code path} if {@code condition} holds. It is asked before anything is
   * created, so that what is in vain leaves nothing behind, and under the lock again.
   *
   * @return whether it held
   */
  boolean replaceIf(BooleanSupplier condition, String path, Bytes content) {
    try {
      IN_PROCESS.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw errors.error(Kind.INTERRUPTED, path, "interrupted", e);
    }
    try {
      return condition.getAsBoolean() && replaceLocked(condition, path, content);
    } finally {
      IN_PROCESS.unlock();
    }
  }

  private boolean replaceLocked(BooleanSupplier condition, String path, Bytes content) {
    FileChannel lock = lock(path);
    try {
      boolean holds = condition.getAsBoolean();
      if (holds) {
        Path temp = folder.resolve(TEMP);
        FileWriter.write(temp, content);
        rename(temp, path);
      }
      return holds;
    } catch (IOException e) {
      throw errors.of(path, e);
    } finally {
      unlock(lock);
    }
  }

  private FileChannel lock(String path) {
    try {
      folder.createParent(LOCK);
      return locked(
          FileChannel.open(
              folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    } catch (OverlappingFileLockException e) {
      throw errors.error(Kind.UNAVAILABLE, path, "another copy of this library holds the lock", e);
    } catch (IOException e) {
      throw errors.of(path, e);
    }
  }

  private static FileChannel locked(FileChannel file) throws IOException {
    boolean locked = false;
    try {
      locked = file.lock().isValid();
      return file;
    } finally {
      if (!locked) {
        unlock(file);
      }
    }
  }

  /** Closing the file gives the lock up. */
  private static void unlock(FileChannel file) {
    try {
      file.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "a lock may be held until this process ends", e);
    }
  }

  private void rename(Path temp, String path) {
    try {
      Files.move(temp, folder.resolve(path), StandardCopyOption.ATOMIC_MOVE);
      folder.forceParent(path);
    } catch (IOException e) {
      throw unanswered(path, e);
    }
  }

  private ObjectStoreException unanswered(String path, IOException cause) {
    return errors.error(
        Kind.UNANSWERED, path, "may or may not have been replaced: " + cause, cause);
  }
}
