package io.moraine.slate.write;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.testing.ForwardingObjectStore;
import java.util.List;
import java.util.Random;

/**
 * One process's way to a store on which writes are refused, answered by nobody, or delayed until
 * the test lets them land; and between whose calls others act.
 */
final class FickleObjectStore extends ForwardingObjectStore {
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
    super(target);
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
      return super.putIfAbsent(path, content, putId);
    }
    switch (random.nextInt(4)) {
      case 0 -> throw failure(Kind.UNAVAILABLE, path, "refused");
      case 1 -> super.putIfAbsent(path, content, putId);
      case 2 -> delayed.add(() -> super.putIfAbsent(path, content, putId));
      default -> throw failure(Kind.UNANSWERED, path, "lost");
    }
    throw failure(Kind.UNANSWERED, path, "the reply was lost");
  }

  private ObjectStoreException failure(Kind kind, String path, String what) {
    return new ObjectStoreException(kind, path, location() + "/" + path + ": " + what, null);
  }

  /** Leaves the target open: it is that of all processes. */
  @Override
  public void close() {}
}
