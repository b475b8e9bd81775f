package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Notes the requests, each with the round trip that it belongs to by the reckoning of the {@link
 * Call} that asks. Far away, whatever its target is, so that who can ask for several things at once
 * does.
 */
public final class StepCountingObjectStore extends ForwardingObjectStore {
  private final List<String> calls = new ArrayList<>();

  /** Notes what goes to {@code target}. */
  public StepCountingObjectStore(ObjectStore target) {
    super(target);
  }

  /** The requests since the last reset, each with its round trip, in the order of those. */
  public synchronized List<String> calls() {
    List<String> sorted = new ArrayList<>(calls);
    Collections.sort(sorted);
    return sorted;
  }

  /** Begins anew. */
  public synchronized void reset() {
    calls.clear();
  }

  @Override
  public Bytes read(String path) {
    note("read " + path);
    return super.read(path);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    note("read " + path + " from " + offset);
    return super.readRange(path, offset, length);
  }

  @Override
  public Tail readTail(String path, int length) {
    note("tail " + path);
    return super.readTail(path, length);
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    note("head " + path);
    return super.head(path);
  }

  @Override
  public Page listPage(String folder, String afterName) {
    note("list " + folder);
    return super.listPage(folder, afterName);
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    note("put " + path);
    return super.putIfAbsent(path, content, putId);
  }

  @Override
  public boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    note("replace " + path);
    return super.replaceIfUnchanged(path, content, etag);
  }

  @Override
  public void delete(String path) {
    note("delete " + path);
    super.delete(path);
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  private synchronized void note(String request) {
    calls.add(String.format(Locale.ROOT, "%d %s", Call.current().cost().roundTrips() + 1, request));
  }
}
