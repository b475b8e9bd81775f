package io.moraine.slate.gc;

import io.moraine.base.Workers;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Deletes garbage of one kind, eight objects at a time, and counts. One that cannot be deleted
 * stays for the next collection.
 */
final class Deletions {
  private static final System.Logger LOGGER = System.getLogger("io.moraine.slate.gc");
  private static final int AT_ONCE = 8;

  private final Garbage kind;
  private final CollectorOptions options;
  private final Executor executor;
  private final String place;
  private long seen;
  private long left;
  private long deleted;
  private long bytes;
  private long failures;
  private OptionalLong boundary = OptionalLong.empty();

  Deletions(Round round, Garbage kind, ObjectStore store) {
    this.kind = kind;
    this.options = round.options();
    this.executor = store.isLocal() ? Runnable::run : round.parts().executor();
    this.place = store.location();
  }

  Garbage kind() {
    return kind;
  }

  /** Takes note of how many objects there are. */
  void seen(long objects) {
    seen = objects;
  }

  /** Takes note of up to which number objects are dead. */
  void boundary(long id) {
    boundary = OptionalLong.of(id);
  }

  /** As many of the candidates as may be deleted at once, the first ones. */
  <T> List<T> limited(List<T> candidates) {
    int most = Math.min(candidates.size(), options.mostDeletions());
    left = (long) candidates.size() - most;
    return candidates.subList(0, most);
  }

  /** Deletes all {@code garbage} with {@code delete}; only counts it in a dry run. */
  <T> void delete(List<Doomed<T>> garbage, Consumer<T> delete) {
    if (options.dryRun()) {
      garbage.forEach(each -> gone(each.object()));
      return;
    }
    for (int from = 0; from < garbage.size(); from += AT_ONCE) {
      deleteSome(garbage.subList(from, Math.min(from + AT_ONCE, garbage.size())), delete);
    }
  }

  /**
   * An object to be deleted.
   *
   * @param id what it is called here
   * @param object what the store tells of it
   */
  record Doomed<T>(T id, ObjectMeta object) {}

  private <T> void deleteSome(List<Doomed<T>> some, Consumer<T> delete) {
    List<Supplier<Optional<ObjectStoreException>>> tasks = new ArrayList<>(some.size());
    some.forEach(each -> tasks.add(() -> attempt(each, delete)));
    List<Optional<ObjectStoreException>> outcomes;
    try {
      outcomes = Workers.runAll(executor, tasks);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ObjectStoreException(Kind.INTERRUPTED, "", place + ": interrupted", e);
    }
    for (int i = 0; i < some.size(); i++) {
      Optional<ObjectStoreException> failure = outcomes.get(i);
      if (failure.isEmpty()) {
        gone(some.get(i).object());
      } else {
        failed(failure.get());
      }
    }
  }

  /** How the deletion failed, if it did; that the caller has gone ends everything instead. */
  private static <T> Optional<ObjectStoreException> attempt(Doomed<T> doomed, Consumer<T> delete) {
    try {
      delete.accept(doomed.id());
      return Optional.empty();
    } catch (ObjectStoreException e) {
      if (e.kind().isOfCaller()) {
        throw e;
      }
      return Optional.of(e);
    }
  }

  private void gone(ObjectMeta object) {
    deleted++;
    bytes += object.size();
  }

  private void failed(ObjectStoreException failure) {
    failures++;
    LOGGER.log(
        failures == 1 ? Level.WARNING : Level.DEBUG,
        () -> "Could not delete what nobody needs: " + failure.getMessage());
  }

  /** What was done, and why no more. */
  CollectorReport.Kind report(Optional<String> problem) {
    return new CollectorReport.Kind(kind, seen, deleted, bytes, failures, left, boundary, problem);
  }
}
