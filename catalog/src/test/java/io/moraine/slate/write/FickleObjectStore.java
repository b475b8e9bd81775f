package io.moraine.slate.write;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * One process's way to a store on which writes are refused, answered by nobody, or delayed until
 * the test lets them land; and between whose calls others act.
 */
final class FickleObjectStore implements ObjectStore {
  private final ObjectStore target;
  private final Random random;
  private final int oneIn;
  private final List<Runnable> delayed;
  private final Runnable meanwhile;

  /**
   * @param oneIn one write in so many goes wrong
   * @param delayed where writes go that have not landed yet
   * @param meanwhile what others do now and then
   */
  FickleObjectStore(
      ObjectStore target, Random random, int oneIn, List<Runnable> delayed, Runnable meanwhile) {
    this.target = target;
    this.random = random;
    this.oneIn = oneIn;
    this.delayed = delayed;
    this.meanwhile = meanwhile;
  }

  /** Lets everything land that was delayed, in any order. */
  static void landAll(List<Runnable> delayed, Random random) {
    while (!delayed.isEmpty()) {
      delayed.remove(random.nextInt(delayed.size())).run();
    }
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    if (random.nextInt(4) == 0) {
      meanwhile.run();
    }
    if (random.nextInt(oneIn) != 0) {
      return target.putIfAbsent(path, content, putId);
    }
    switch (random.nextInt(4)) {
      case 0 -> throw failure(Kind.UNAVAILABLE, path, "refused");
      case 1 -> target.putIfAbsent(path, content, putId);
      case 2 -> delayed.add(() -> target.putIfAbsent(path, content, putId));
      default -> throw failure(Kind.UNANSWERED, path, "lost");
    }
    throw failure(Kind.UNANSWERED, path, "the reply was lost");
  }

  private ObjectStoreException failure(Kind kind, String path, String what) {
    return new ObjectStoreException(kind, path, location() + "/" + path + ": " + what, null);
  }

  @Override
  public Bytes read(String path) {
    return target.read(path);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    return target.readRange(path, offset, length);
  }

  @Override
  public Tail readTail(String path, int length) {
    return target.readTail(path, length);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    return target.head(path);
  }

  @Override
  public Optional<String> findPutId(String path) {
    return target.findPutId(path);
  }

  @Override
  public boolean isEmpty() {
    return target.isEmpty();
  }

  @Override
  public Page listPage(String folder, String afterName) {
    return target.listPage(folder, afterName);
  }

  @Override
  public String location() {
    return target.location();
  }

  @Override
  public boolean isLocal() {
    return target.isLocal();
  }

  @Override
  public void close() {}
}
