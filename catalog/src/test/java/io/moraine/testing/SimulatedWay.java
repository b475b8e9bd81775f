package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * One process's way to a store in a simulation, which decides at each call what happens. Calls of
 * several threads are decided one after another.
 */
public final class SimulatedWay extends ForwardingObjectStore {
  private final ObjectStore target;
  private final Decider decider;
  private volatile boolean dead;

  /** What becomes of a call. */
  public enum Fate {
    /** It is answered. */
    ANSWERED,
    /** It fails, without a doubt. */
    FAILED,
    /** A write that lands, and its answer is lost. */
    REPLY_LOST,
    /** A write that does not land, and nobody can tell. */
    UNANSWERED,
    /** A write that nobody can tell of, and that lands later. */
    DELAYED,
    /** The process dies before it. */
    DEATH_BEFORE,
    /** The process dies after it. */
    DEATH_AFTER
  }

  /** Decides, and lets other processes act meanwhile. */
  public interface Decider {
    /** What becomes of the call that is about to be made. */
    Fate decide(boolean write, String path);

    /** Takes a write that is to land later. */
    void delay(Consumer<ObjectStore> write);
  }

  /** A way to {@code target} on which {@code decider} decides. */
  public SimulatedWay(ObjectStore target, Decider decider) {
    super(target);
    this.target = target;
    this.decider = decider;
  }

  /** Nothing is answered any more: the process is dead. */
  public void die() {
    dead = true;
  }

  @Override
  public Bytes read(String path) {
    pass(path);
    return super.read(path);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    pass(path);
    return super.readRange(path, offset, length);
  }

  @Override
  public Tail readTail(String path, int length) {
    pass(path);
    return super.readTail(path, length);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    pass(path);
    return super.head(path);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    pass(folder);
    return super.listPage(folder, afterName);
  }

  @Override
  public Optional<String> findPutId(String path) {
    pass(path);
    return super.findPutId(path);
  }

  @Override
  public boolean isEmpty() {
    pass("");
    return super.isEmpty();
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    return write(path, content, (store, kept) -> store.putIfAbsent(path, kept, putId));
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    return write(path, content, (store, kept) -> store.replaceIfUnchanged(path, kept, etag));
  }

  @Override
  public void delete(String path) {
    var unused =
        write(
            path,
            Bytes.EMPTY,
            (store, kept) -> {
              store.delete(path);
              return true;
            });
  }

  private <T> T write(String path, Bytes content, BiFunction<ObjectStore, Bytes, T> write) {
    Fate fate = fate(true, path);
    switch (fate) {
      case ANSWERED -> {
        return write.apply(target, content);
      }
      case FAILED -> throw failure(Kind.UNAVAILABLE, path, "failed");
      case DELAYED -> {
        Bytes kept = content.copy();
        decider.delay(
            store -> {
              var unused = write.apply(store, kept);
            });
      }
      case REPLY_LOST, DEATH_AFTER -> {
        var unused = write.apply(target, content);
      }
      default -> {}
    }
    dead = dead || fate == Fate.DEATH_BEFORE || fate == Fate.DEATH_AFTER;
    throw failure(Kind.UNANSWERED, path, fate.toString());
  }

  private void pass(String path) {
    Fate fate = fate(false, path);
    dead = dead || fate == Fate.DEATH_BEFORE || fate == Fate.DEATH_AFTER;
    if (fate != Fate.ANSWERED) {
      throw failure(Kind.UNAVAILABLE, path, "failed");
    }
  }

  private Fate fate(boolean write, String path) {
    if (dead) {
      throw failure(Kind.UNAVAILABLE, path, "the process is dead");
    }
    Fate fate = decider.decide(write, path);
    if (dead) {
      throw failure(Kind.UNAVAILABLE, path, "the process died meanwhile");
    }
    return fate;
  }

  private ObjectStoreException failure(Kind kind, String path, String what) {
    return new ObjectStoreException(kind, path, location() + "/" + path + ": " + what, null);
  }
}
