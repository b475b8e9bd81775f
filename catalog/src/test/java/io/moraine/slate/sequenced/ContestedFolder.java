package io.moraine.slate.sequenced;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ContentTag;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A store with one folder of numbered objects, in which the test plays all other processes: before
 * any request they may write successors, move the boundary, delete what is dead, and write a dead
 * number once more. Knows which object was in force under which number. Requests and what happens
 * between them exclude one another.
 */
final class ContestedFolder implements ObjectStore {
  static final SequencedFolder NAMES =
      new SequencedFolder("db/manifest", new NumberedNames(".manifest"), "db/gc/manifest.boundary");

  private final NavigableMap<Long, Stored> objects = new TreeMap<>();
  private final Map<Long, Bytes> inForce = new HashMap<>();
  private final List<String> requests = new ArrayList<>();
  private final int pageSize;
  private Consumer<ContestedFolder> between = folder -> {};
  private Runnable afterBoundary = () -> {};
  private Loss loss = Loss.NONE;
  private long newest;
  private long boundary;
  private long writes;

  private record Stored(Bytes bytes, String putId, long writtenAt) {}

  /** What happens to a write whose answer is lost. */
  enum Loss {
    /** The answer arrives. */
    NONE,
    /** The request does not arrive. */
    OF_REQUEST,
    /** The request arrives, its answer does not. */
    OF_ANSWER
  }

  ContestedFolder(int pageSize) {
    this.pageSize = pageSize;
  }

  /** Has {@code meddling} happen before each request from now on. */
  synchronized void beforeEachRequest(Consumer<ContestedFolder> meddling) {
    between = meddling;
  }

  /** Runs {@code reaction} once, when the boundary was read and is on its way. */
  synchronized void afterBoundary(Runnable reaction) {
    afterBoundary = reaction;
  }

  /** Loses the next write or its answer. */
  synchronized void loseNext(Loss next) {
    loss = next;
  }

  /** Writes the successor of the newest object. */
  synchronized long append() {
    newest++;
    store(newest, Bytes.utf8("object " + newest), "put " + newest);
    return newest;
  }

  synchronized void append(int count) {
    for (int i = 0; i < count; i++) {
      append();
    }
  }

  /** Moves the boundary up to {@code id}, which is below the newest. */
  synchronized void bury(long id) {
    if (id > boundary && id < newest) {
      boundary = id;
    }
  }

  /** Deletes an object that is dead. */
  synchronized void delete(long id) {
    if (id <= boundary) {
      objects.remove(id);
    }
  }

  /** Buries and deletes all but the newest. */
  synchronized void collectAll() {
    bury(newest - 1);
    objects.headMap(newest).clear();
  }

  /** Buries all but the newest, and deletes every second of those. */
  synchronized void collectHalf() {
    bury(newest - 1);
    objects.headMap(newest).keySet().removeIf(id -> id % 2 == 0);
  }

  /** Writes once more what is dead and was deleted, as somebody does who slept meanwhile. */
  synchronized void writeDead(long id) {
    if (id > 0 && id <= boundary && !objects.containsKey(id)) {
      objects.put(id, new Stored(Bytes.utf8("late " + id), "late " + id, writes++));
    }
  }

  /** Puts other bytes in an object's place, as no process does that follows the protocol. */
  synchronized void overwrite(long id, String content) {
    objects.put(id, new Stored(Bytes.utf8(content), "other", writes++));
  }

  /** Becomes another store, with as many objects. */
  synchronized void become(int count) {
    objects.clear();
    inForce.clear();
    newest = 0;
    boundary = 0;
    append(count);
  }

  synchronized long newest() {
    return newest;
  }

  synchronized long boundary() {
    return boundary;
  }

  /** What was written under {@code id} as the successor of its predecessor. */
  synchronized Bytes inForce(long id) {
    return inForce.getOrDefault(id, Bytes.EMPTY);
  }

  /** The requests since they were last taken. */
  synchronized List<String> takeRequests() {
    List<String> taken = List.copyOf(requests);
    requests.clear();
    return taken;
  }

  @Override
  public synchronized Bytes read(String path) {
    if (path.equals(NAMES.boundary())) {
      begin("BOUNDARY");
      return readBoundary(path);
    }
    begin("GET " + id(path));
    Stored stored = objects.get(id(path));
    if (stored == null) {
      throw missing(path);
    }
    return stored.bytes();
  }

  @Override
  public synchronized Optional<ObjectMeta> head(String path) {
    begin("HEAD " + id(path));
    return Optional.ofNullable(objects.get(id(path))).map(stored -> meta(id(path), stored));
  }

  @Override
  public synchronized Page listPage(String folder, String afterName) {
    long after = afterName.isEmpty() ? 0 : id(folder + "/" + afterName);
    begin("LIST " + after);
    List<ObjectMeta> page =
        objects.tailMap(after, false).entrySet().stream()
            .limit(pageSize)
            .map(each -> meta(each.getKey(), each.getValue()))
            .toList();
    return page.isEmpty()
        ? Page.whole(page)
        : new Page(page, page.get(page.size() - 1).name(), page.size() == pageSize);
  }

  @Override
  public synchronized PutOutcome putIfAbsent(String path, Bytes content, String putId) {
    if (path.equals(NAMES.boundary())) {
      return putBoundary(path, content);
    }
    long id = id(path);
    begin("PUT " + id);
    Loss lost = takeLoss();
    PutOutcome outcome = lost == Loss.OF_REQUEST ? PutOutcome.EXISTS : put(id, content, putId);
    failIf(lost, path);
    return outcome;
  }

  /** Moves the boundary; nothing else is replaced. */
  @Override
  public synchronized boolean replaceIfUnchanged(String path, Bytes content, String etag) {
    begin("REPLACE BOUNDARY");
    Loss lost = takeLoss();
    boolean unchanged =
        boundary > 0 && ContentTag.of(Bytes.utf8(Long.toString(boundary))).equals(etag);
    if (unchanged && lost != Loss.OF_REQUEST) {
      boundary = number(content);
    }
    failIf(lost, path);
    return unchanged;
  }

  @Override
  public synchronized void delete(String path) {
    begin("DELETE " + id(path));
    Loss lost = takeLoss();
    if (lost != Loss.OF_REQUEST) {
      objects.remove(id(path));
    }
    failIf(lost, path);
  }

  private PutOutcome putBoundary(String path, Bytes content) {
    begin("PUT BOUNDARY");
    Loss lost = takeLoss();
    boolean absent = boundary == 0;
    if (absent && lost != Loss.OF_REQUEST) {
      boundary = number(content);
    }
    failIf(lost, path);
    return absent ? PutOutcome.CREATED : PutOutcome.EXISTS;
  }

  private static long number(Bytes digits) {
    return Long.parseLong(new String(digits.toArray(), StandardCharsets.US_ASCII));
  }

  private Loss takeLoss() {
    Loss lost = loss;
    loss = Loss.NONE;
    return lost;
  }

  private static void failIf(Loss lost, String path) {
    if (lost != Loss.NONE) {
      throw error(Kind.UNANSWERED, path, "no answer");
    }
  }

  private Bytes readBoundary(String path) {
    long answer = boundary;
    Runnable reaction = afterBoundary;
    afterBoundary = () -> {};
    reaction.run();
    if (answer == 0) {
      throw missing(path);
    }
    return Bytes.utf8(Long.toString(answer));
  }

  private PutOutcome put(long id, Bytes content, String putId) {
    Stored present = objects.get(id);
    if (present != null) {
      return present.putId().equals(putId) ? PutOutcome.OWN : PutOutcome.EXISTS;
    }
    if (id == newest + 1) {
      newest = id;
    }
    store(id, content, putId);
    return PutOutcome.CREATED;
  }

  private void store(long id, Bytes content, String putId) {
    objects.put(id, new Stored(content, putId, writes++));
    if (id == newest) {
      inForce.put(id, content);
    }
  }

  private void begin(String request) {
    between.accept(this);
    requests.add(request);
  }

  @Override
  public Bytes readRange(String path, long offset, int length) {
    throw new AssertionError("metadata is read whole");
  }

  @Override
  public Tail readTail(String path, int length) {
    throw new AssertionError("metadata is read whole");
  }

  @Override
  public String location() {
    return "test:";
  }

  @Override
  public boolean isLocal() {
    return false;
  }

  @Override
  public void close() {}

  private static long id(String path) {
    return NAMES.names().idIn(path.substring(path.lastIndexOf('/') + 1)).orElseThrow();
  }

  private static ObjectMeta meta(long id, Stored stored) {
    return new ObjectMeta(NAMES.path(id), stored.bytes().length(), stored.writtenAt());
  }

  private static ObjectStoreException missing(String path) {
    return error(Kind.NOT_FOUND, path, "no such object");
  }

  private static ObjectStoreException error(Kind kind, String path, String problem) {
    return new ObjectStoreException(kind, path, "test:/" + path + ": " + problem, null);
  }
}
