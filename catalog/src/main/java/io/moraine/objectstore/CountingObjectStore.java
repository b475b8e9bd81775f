package io.moraine.objectstore;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.objectstore.RequestCounts.Operation;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Counts what it hands on to another store, for the store and for the {@link Call} that asks, and
 * hands on nothing for a call that is over.
 */
public final class CountingObjectStore implements ObjectStore {
  private final ObjectStore target;
  private final RequestTally tally;
  private final Clock clock;

  /** Hands calls on to {@code target}, which it closes, and counts them in {@code tally}. */
  public CountingObjectStore(ObjectStore target, RequestTally tally, Clock clock) {
    this.target = target;
    this.tally = tally;
    this.clock = clock;
  }

  @Override
  public Bytes read(String path) {
    return counted(path, Operation.READ, Bytes::length, () -> target.read(path));
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    return counted(
        path, Operation.READ, Bytes::length, () -> target.readRange(path, offset, length));
  }

  @Override
  public Tail readTail(String path, int length) {
    return counted(
        path, Operation.READ, tail -> tail.content().length(), () -> target.readTail(path, length));
  }

  @Override
  public Optional<Tagged> readIfChanged(String path, String etag) {
    return counted(
        path,
        Operation.READ,
        tagged -> tagged.map(each -> each.content().length()).orElse(0),
        () -> target.readIfChanged(path, etag));
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    return counted(path, Operation.READ, meta -> 0, () -> target.head(path));
  }

  @Override
  public Page listPage(String folder, String afterName) {
    return counted(
        folder + "/", Operation.LIST, page -> 0, () -> target.listPage(folder, afterName));
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    return counted(
        path,
        Operation.WRITE,
        outcome -> content.length(),
        () -> change(path, () -> target.putIfAbsent(path, content, putId)));
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    return counted(
        path,
        Operation.WRITE,
        replaced -> content.length(),
        () -> change(path, () -> target.replaceIfUnchanged(path, content, etag)));
  }

  @Override
  public void delete(String path) {
    var unused =
        counted(
            path,
            Operation.DELETE,
            deleted -> 0,
            () ->
                change(
                    path,
                    () -> {
                      target.delete(path);
                      return true;
                    }));
  }

  /** Whatever a store did not foresee may have come after the change. */
  private <T> T change(String path, Supplier<T> change) {
    try {
      return change.get();
    } catch (ObjectStoreException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new ObjectStoreException(
          Kind.UNANSWERED, path, location() + "/" + path + ": unforeseen: " + e, e);
    }
  }

  @Override
  public Optional<String> findPutId(String path) {
    return counted(path, Operation.READ, putId -> 0, () -> target.findPutId(path));
  }

  @Override
  public boolean isEmpty() {
    return counted("/", Operation.LIST, empty -> 0, target::isEmpty);
  }

  @Override
  public long clockLeadMillis() {
    return target.clockLeadMillis();
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
  public void close() {
    target.close();
  }

  private <T> T counted(
      String path, Operation operation, ToLongFunction<T> bytes, Supplier<T> request) {
    checkCall(path);
    long begun = clock.monotonicNanos();
    long carried = 0;
    boolean failed = true;
    try {
      T answer = request.get();
      carried = bytes.applyAsLong(answer);
      failed = false;
      return answer;
    } catch (ObjectStoreException e) {
      failed = e.kind() != Kind.NOT_FOUND;
      throw e;
    } finally {
      Call.countRequest(carried);
      tally.add(path, operation, carried, failed, clock.monotonicNanos() - begun);
    }
  }

  private void checkCall(String path) {
    Call call = Call.current();
    if (call.isCancelled()) {
      throw over(Kind.CANCELLED, path, "the call was cancelled");
    }
    if (call.remainingNanos() <= 0) {
      throw over(Kind.TIMEOUT, path, "the time of the call is up");
    }
  }

  private ObjectStoreException over(Kind kind, String path, String why) {
    return new ObjectStoreException(kind, path, location() + "/" + path + ": " + why, null);
  }
}
