package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Has something happen between two calls: what another process does meanwhile. */
public final class ReactingObjectStore extends ForwardingObjectStore {
  private final AtomicReference<@Nullable Reaction> next = new AtomicReference<>();

  private record Reaction(String call, Runnable run) {}

  /** Lets calls through to {@code target}. */
  public ReactingObjectStore(ObjectStore target) {
    super(target);
  }

  /**
   * Runs {@code reaction} once, before the next call that starts with {@code call}: {@code read},
   * {@code head}, {@code list}, {@code put}, {@code replace} or {@code delete}, a blank, and the
   * beginning of a path.
   */
  public void before(String call, Runnable reaction) {
    next.set(new Reaction(call, reaction));
  }

  @Override
  public Bytes read(String path) {
    react("read " + path);
    return super.read(path);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    react("read " + path);
    return super.readRange(path, offset, length);
  }

  @Override
  public Tail readTail(String path, int length) {
    react("read " + path);
    return super.readTail(path, length);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    react("head " + path);
    return super.head(path);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    react("list " + folder);
    return super.listPage(folder, afterName);
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    react("put " + path);
    return super.putIfAbsent(path, content, putId);
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    react("replace " + path);
    return super.replaceIfUnchanged(path, content, etag);
  }

  @Override
  public void delete(String path) {
    react("delete " + path);
    super.delete(path);
  }

  private void react(String call) {
    Reaction reaction = next.get();
    if (reaction != null && call.startsWith(reaction.call) && next.compareAndSet(reaction, null)) {
      reaction.run.run();
    }
  }
}
