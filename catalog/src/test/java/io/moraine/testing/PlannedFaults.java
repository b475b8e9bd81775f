package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One process's way to a store, on which one write goes wrong: the how manieth, counted from when
 * the plan was made. Replacements and deletions are writes too. Remembers the writes that were
 * tried.
 */
public final class PlannedFaults extends MortalObjectStore {
  private final List<String> writes = new ArrayList<>();
  private int writesUntilFault = -1;
  private WriteFault fault = WriteFault.FREEZE;
  private boolean frozen;
  private int writesUntilMeanwhile = -1;
  private Runnable meanwhile = () -> {};

  /** How a write goes wrong. */
  public enum WriteFault {
    /** The process dies before it: nothing that it asks for is answered from then on. */
    FREEZE,
    /** The process dies when it has landed. */
    FREEZE_AFTER,
    /** It lands, and its answer is lost. */
    LOSE_REPLY,
    /** It is refused, without a doubt. */
    REFUSE,
    /** It fails this once, without a doubt. */
    FAIL,
    /** It does not land, and nobody can tell. */
    UNANSWERED,
    /** It lands, and ends with an error that nobody foresaw. */
    SURPRISE
  }

  /** A way to {@code target} on which nothing goes wrong yet. */
  public PlannedFaults(ObjectStore target) {
    super(target);
  }

  /** Has the write after {@code writes} further ones go wrong. */
  public synchronized void plan(int writesBefore, WriteFault planned) {
    writes.clear();
    writesUntilFault = writesBefore;
    fault = planned;
  }

  /** Forgets the writes so far, and has none go wrong. */
  public synchronized void planNothing() {
    writes.clear();
    writesUntilFault = -1;
    writesUntilMeanwhile = -1;
  }

  /** Has {@code others} happen before the write after {@code writesBefore} further ones. */
  public synchronized void meanwhile(int writesBefore, Runnable others) {
    writesUntilMeanwhile = writes.size() + writesBefore;
    meanwhile = others;
  }

  /** The paths of the writes since the plan was made. */
  public synchronized List<String> writes() {
    return List.copyOf(writes);
  }

  /** Whether the planned write was tried. */
  public synchronized boolean hasStruck() {
    return writesUntilFault >= 0 && writes.size() > writesUntilFault;
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    return write(path, () -> super.putIfAbsent(path, content, putId));
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    return write(path, () -> super.replaceIfUnchanged(path, content, etag));
  }

  @Override
  public void delete(String path) {
    var unused =
        write(
            path,
            () -> {
              super.delete(path);
              return true;
            });
  }

  private <T> T write(String path, Supplier<T> write) {
    takeMeanwhile().run();
    Optional<WriteFault> strikes = begin(path);
    if (strikes.isEmpty()) {
      return write.get();
    }
    switch (strikes.get()) {
      case FREEZE -> checkAlive(path);
      case REFUSE -> throw failure(Kind.FORBIDDEN, path, "refused");
      case FAIL -> throw failure(Kind.UNAVAILABLE, path, "failed");
      case UNANSWERED -> throw failure(Kind.UNANSWERED, path, "unanswered");
      case FREEZE_AFTER -> {
        var unused = write.get();
        freeze();
      }
      case LOSE_REPLY -> {
        var unused = write.get();
      }
      case SURPRISE -> {
        var unused = write.get();
        throw new IllegalStateException("surprise at " + path);
      }
    }
    throw failure(Kind.UNANSWERED, path, "the reply was lost");
  }

  private synchronized Runnable takeMeanwhile() {
    if (writes.size() != writesUntilMeanwhile) {
      return () -> {};
    }
    writesUntilMeanwhile = -1;
    return meanwhile;
  }

  private synchronized Optional<WriteFault> begin(String path) {
    checkAlive(path);
    writes.add(path);
    if (writes.size() - 1 != writesUntilFault) {
      return Optional.empty();
    }
    frozen = fault == WriteFault.FREEZE;
    return Optional.of(fault);
  }

  private synchronized void freeze() {
    frozen = true;
  }

  @Override
  synchronized void checkAlive(String path) {
    if (frozen) {
      throw failure(Kind.UNAVAILABLE, path, "frozen");
    }
  }

  private ObjectStoreException failure(Kind kind, String path, String what) {
    return new ObjectStoreException(kind, path, location() + "/" + path + ": " + what, null);
  }
}
