package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.Optional;
import java.util.Random;

/** Fails calls that a rule picks, before they reach the store. */
public final class FailingObjectStore extends ForwardingObjectStore {
  private volatile Rule rule = Rule.NEVER;

  /** What a call does. */
  public enum Call {
    /** Reads content. */
    READ,
    /** Looks at one object. */
    HEAD,
    /** Lists a folder. */
    LIST,
    /** Creates an object. */
    PUT,
    /** Replaces an object. */
    REPLACE,
    /** Deletes an object. */
    DELETE
  }

  /** Picks the calls that fail. Called by many threads. */
  @FunctionalInterface
  public interface Rule {
    /** Lets every call through. */
    Rule NEVER = (call, path) -> Optional.empty();

    /** How the call fails, or empty to let it through. */
    Optional<Kind> failure(Call call, String path);

    /** Fails calls on paths that contain {@code part}. */
    static Rule onPath(String part, Kind kind) {
      return (call, path) -> path.contains(part) ? Optional.of(kind) : Optional.empty();
    }

    /** Fails one call in {@code oneIn} on average, by the seed. */
    static Rule withChance(long seed, int oneIn, Kind kind) {
      Random random = new Random(seed);
      return (call, path) -> random.nextInt(oneIn) == 0 ? Optional.of(kind) : Optional.empty();
    }
  }

  /** Lets all calls through to {@code target} until there is a rule. */
  public FailingObjectStore(ObjectStore target) {
    super(target);
  }

  /** Goes by another rule from now on. */
  public void failBy(Rule newRule) {
    rule = newRule;
  }

  @Override
  public Bytes read(String path) {
    check(Call.READ, path);
    return super.read(path);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    check(Call.READ, path);
    return super.readRange(path, offset, length);
  }

  @Override
  public Tail readTail(String path, int length) {
    check(Call.READ, path);
    return super.readTail(path, length);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    check(Call.HEAD, path);
    return super.head(path);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    check(Call.LIST, folder);
    return super.listPage(folder, afterName);
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    check(Call.PUT, path);
    return super.putIfAbsent(path, content, putId);
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    check(Call.REPLACE, path);
    return super.replaceIfUnchanged(path, content, etag);
  }

  @Override
  public void delete(String path) {
    check(Call.DELETE, path);
    super.delete(path);
  }

  private void check(Call call, String path) {
    rule.failure(call, path)
        .ifPresent(
            kind -> {
              throw new ObjectStoreException(
                  kind, path, location() + "/" + path + ": made to fail on " + call, null);
            });
  }
}
