package io.moraine.objectstore;

import io.moraine.base.Bytes;
import io.moraine.objectstore.RequestCounts.Count;
import io.moraine.objectstore.RequestCounts.ObjectKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what it hands on to another store. */
public final class CountingObjectStore implements ObjectStore {
  private final ObjectStore target;
  private final Map<ObjectKind, Counter> counters = new ConcurrentHashMap<>();

  private static final class Counter {
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();
  }

  /** Hands calls on to {@code target}, which it closes. */
  public CountingObjectStore(ObjectStore target) {
    this.target = target;
  }

  /** What was counted so far. Calls that run meanwhile may be counted in part. */
  public RequestCounts counts() {
    Map<ObjectKind, Count> counts = new EnumMap<>(ObjectKind.class);
    counters.forEach(
        (kind, counter) ->
            counts.put(kind, new Count(counter.requests.sum(), counter.bytes.sum())));
    return new RequestCounts(counts);
  }

  @Override
  public Bytes read(String path) {
    Counter counter = request(path);
    return carried(counter, target.read(path));
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    Counter counter = request(path);
    return carried(counter, target.readRange(path, offset, length));
  }

  @Override
  public Tail readTail(String path, int length) {
    Counter counter = request(path);
    Tail tail = target.readTail(path, length);
    counter.bytes.add(tail.content().length());
    return tail;
  }

  @Override
  public Optional<ObjectMeta> head(String path) {
    request(path);
    return target.head(path);
  }

  @Override
  public List<ObjectMeta> list(String folder, String afterName) {
    request(folder + "/");
    return target.list(folder, afterName);
  }

  @Override
  public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    Counter counter = request(path);
    counter.bytes.add(content.length());
    return target.putIfAbsent(path, content, putId);
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

  private Counter request(String path) {
    Counter counter = counters.computeIfAbsent(ObjectKind.of(path), kind -> new Counter());
    counter.requests.increment();
    return counter;
  }

  private static Bytes carried(Counter counter, Bytes content) {
    counter.bytes.add(content.length());
    return content;
  }
}
