package io.moraine.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore.Page;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStore.Tagged;
import io.moraine.objectstore.ObjectStore.Tail;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every object store does. */
public abstract class ObjectStoreContract {
  private static final Bytes TEN = Bytes.utf8("0123456789");

  /** The store under test: the same one at each call within a test, empty when the test starts. */
  protected abstract ObjectStore store();

  @AfterEach
  void noInterruptIsLeft() {
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void anObjectIsReadAsItWasWritten() {
    put("db/wal/1.sst", TEN);
    assertThat(store().read("db/wal/1.sst")).isEqualTo(TEN);
    assertThat(store().head("db/wal/1.sst").orElseThrow())
        .satisfies(meta -> assertThat(meta.path()).isEqualTo("db/wal/1.sst"))
        .satisfies(meta -> assertThat(meta.name()).isEqualTo("1.sst"))
        .satisfies(meta -> assertThat(meta.size()).isEqualTo(10))
        .satisfies(meta -> assertThat(meta.modifiedMillis()).isPositive());
  }

  @Test
  void anEmptyObjectExists() {
    put("wal/1.sst", Bytes.EMPTY);
    assertThat(store().read("wal/1.sst")).isEqualTo(Bytes.EMPTY);
    assertThat(store().readTail("wal/1.sst", 10)).isEqualTo(new Tail(0, Bytes.EMPTY));
    assertThat(store().head("wal/1.sst")).isPresent();
  }

  @Test
  void aRangeIsCutAtTheEnd() {
    put("a", TEN);
    assertThat(store().readRange("a", 0, 3)).isEqualTo(Bytes.utf8("012"));
    assertThat(store().readRange("a", 7, 3)).isEqualTo(Bytes.utf8("789"));
    assertThat(store().readRange("a", 7, Integer.MAX_VALUE)).isEqualTo(Bytes.utf8("789"));
  }

  @Test
  void aRangeBehindTheEndIsRefused() {
    put("a", TEN);
    assertFails(Kind.BAD_REQUEST, () -> store().readRange("a", 10, 1));
    assertFails(Kind.BAD_REQUEST, () -> store().readRange("a", Long.MAX_VALUE, 1));
    assertFails(Kind.BAD_REQUEST, () -> store().readRange("a", -1, 1));
    assertFails(Kind.BAD_REQUEST, () -> store().readRange("a", 0, -1));
  }

  @Test
  void aTailTellsTheSizeOfTheWhole() {
    put("a", TEN);
    assertThat(store().readTail("a", 4)).isEqualTo(new Tail(10, Bytes.utf8("6789")));
    assertThat(store().readTail("a", Integer.MAX_VALUE)).isEqualTo(new Tail(10, TEN));
  }

  @Test
  void whatDoesNotExistIsNotFound() {
    put("folder/object", TEN);
    for (String path : List.of("none", "none/none", "folder", "folder/none", "folder/object/x")) {
      assertFails(Kind.NOT_FOUND, () -> store().read(path));
      assertFails(Kind.NOT_FOUND, () -> store().readRange(path, 0, 1));
      assertFails(Kind.NOT_FOUND, () -> store().readTail(path, 1));
      assertThat(store().head(path)).isEmpty();
    }
    assertThat(store().list("none", "")).isEmpty();
    assertThat(store().list("folder/object", "")).isEmpty();
  }

  @Test
  void aListingIsSortedAndOfOneFolder() {
    for (String name : List.of("b", "a.10", "a.9", "B", "sub/c", "%41", "a b")) {
      put("folder/" + name, Bytes.utf8(name));
    }
    put("folders/x", TEN);
    put("top", TEN);
    assertThat(names("folder", "")).containsExactly("%41", "B", "a b", "a.10", "a.9", "b");
    assertThat(names("folder", "a.10")).containsExactly("a.9", "b");
    assertThat(names("folder", "a.")).containsExactly("a.10", "a.9", "b");
    assertThat(names("folder", "b")).isEmpty();
    assertThat(names("", "")).containsExactly("top");
    assertThat(store().list("folder", "a.9"))
        .singleElement()
        .satisfies(meta -> assertThat(meta.path()).isEqualTo("folder/b"))
        .satisfies(meta -> assertThat(meta.size()).isEqualTo(1));
  }

  @Test
  void pagesContinueWhereTheOneBeforeEnded() {
    List<String> all = List.of("1", "2", "3", "4", "5");
    all.forEach(name -> put("folder/" + name, TEN));
    put("folder/3.sub/x", TEN);
    for (String after : List.of("", "2", "3.sub", "5")) {
      List<String> seen = new ArrayList<>();
      Page page = store().listPage("folder", after);
      page.objects().forEach(each -> seen.add(each.name()));
      while (page.truncated()) {
        String last = page.lastName();
        page = store().listPage("folder", last);
        assertThat(page.objects()).allMatch(each -> each.name().compareTo(last) > 0);
        page.objects().forEach(each -> seen.add(each.name()));
      }
      assertThat(seen).isEqualTo(all.stream().filter(each -> each.compareTo(after) > 0).toList());
    }
  }

  @Test
  void whatDidNotChangeIsNotReadAgain() {
    put("a", TEN);
    put("b", Bytes.utf8("another"));
    put("empty", Bytes.EMPTY);
    Tagged first = store().readIfChanged("a", "").orElseThrow();
    assertThat(first.content()).isEqualTo(TEN);
    assertThat(store().readIfChanged("a", first.etag())).isEmpty();
    assertThat(store().readIfChanged("b", first.etag()).orElseThrow().content())
        .isEqualTo(Bytes.utf8("another"));
    Tagged empty = store().readIfChanged("empty", first.etag()).orElseThrow();
    assertThat(empty.content()).isEqualTo(Bytes.EMPTY);
    assertThat(store().readIfChanged("empty", empty.etag())).isEmpty();
    assertFails(Kind.NOT_FOUND, () -> store().readIfChanged("none", first.etag()));
  }

  @Test
  void anExistingObjectIsKept() {
    assertThat(store().putIfAbsent("m/1", Bytes.utf8("one"), "put-1"))
        .isEqualTo(PutOutcome.CREATED);
    assertThat(store().putIfAbsent("m/1", Bytes.utf8("two"), "put-2")).isEqualTo(PutOutcome.EXISTS);
    assertThat(store().read("m/1")).isEqualTo(Bytes.utf8("one"));
  }

  @Test
  void equalBytesAreNoProofOfOwnership() {
    put("m/1", TEN);
    assertThat(store().putIfAbsent("m/1", TEN, "another")).isEqualTo(PutOutcome.EXISTS);
  }

  @Test
  void aRepeatedPutRecognisesItsOwnObject() {
    assertThat(store().putIfAbsent("m/1", TEN, "mine")).isEqualTo(PutOutcome.CREATED);
    assertThat(store().putIfAbsent("m/1", TEN, "mine")).isEqualTo(PutOutcome.OWN);
    assertThat(store().putIfAbsent("m/1", TEN, "other")).isEqualTo(PutOutcome.EXISTS);
  }

  @Test
  void aStoreIsEmptyUntilSomethingIsInIt() {
    assertThat(store().isEmpty()).isTrue();
    put("deep/below/the/root", TEN);
    assertThat(store().isEmpty()).isFalse();
  }

  @Test
  void aPutIdIsToldAsItWasGivenIfItIsKept() {
    assertThat(store().findPutId("a")).isEmpty();
    store().putIfAbsent("a", TEN, "01HF7YATZ80000000000000001");
    assertThat(store().findPutId("a").orElse("01HF7YATZ80000000000000001"))
        .isEqualTo("01HF7YATZ80000000000000001");
  }

  @Test
  void oneOfManyCreatorsWins() throws Exception {
    int creators = 8;
    ExecutorService threads = Executors.newFixedThreadPool(creators);
    try {
      for (int round = 0; round < 20; round++) {
        String path = "race/" + round;
        List<Callable<PutOutcome>> puts =
            IntStream.range(0, creators)
                .mapToObj(
                    each ->
                        (Callable<PutOutcome>)
                            () ->
                                store()
                                    .putIfAbsent(
                                        path,
                                        Bytes.utf8("by " + each),
                                        path.replace('/', '-') + "-" + each))
                .toList();
        List<PutOutcome> outcomes =
            threads.invokeAll(puts).stream().map(ObjectStoreContract::result).toList();
        assertThat(outcomes).containsOnlyOnce(PutOutcome.CREATED).doesNotContain(PutOutcome.OWN);
        assertThat(store().read(path))
            .isEqualTo(Bytes.utf8("by " + outcomes.indexOf(PutOutcome.CREATED)));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void anObjectIsReplacedUnlessItIsAnother() {
    assumeTrue(replacesAtomically());
    put("gc/b", Bytes.utf8("one"));
    String one = store().readIfChanged("gc/b", "").orElseThrow().etag();
    assertThat(store().replaceIfUnchanged("gc/b", Bytes.utf8("two"), one)).isTrue();
    assertThat(store().read("gc/b")).isEqualTo(Bytes.utf8("two"));
    assertThat(store().replaceIfUnchanged("gc/b", Bytes.utf8("three"), one)).isFalse();
    Tagged two = store().readIfChanged("gc/b", one).orElseThrow();
    assertThat(two.content()).isEqualTo(Bytes.utf8("two"));
    assertThat(store().replaceIfUnchanged("gc/b", Bytes.EMPTY, two.etag())).isTrue();
    assertThat(store().read("gc/b")).isEqualTo(Bytes.EMPTY);
    assertThat(names("gc", "")).containsExactly("b");
  }

  @Test
  void whatIsNotThereIsNotReplaced() {
    assumeTrue(replacesAtomically());
    assertThat(store().replaceIfUnchanged("gc/b", TEN, "any")).isFalse();
    assertThat(store().head("gc/b")).isEmpty();
    assertThat(store().isEmpty()).isTrue();
    put("gc/b", TEN);
    String tag = store().readIfChanged("gc/b", "").orElseThrow().etag();
    store().delete("gc/b");
    assertThat(store().replaceIfUnchanged("gc/b", TEN, tag)).isFalse();
    assertThat(store().head("gc/b")).isEmpty();
  }

  /** Whether the store compares and writes in one step. */
  protected boolean replacesAtomically() {
    return true;
  }

  @Test
  void oneOfManyReplacersWins() throws Exception {
    assumeTrue(replacesAtomically());
    int replacers = 8;
    put("gc/b", Bytes.utf8("0"));
    ExecutorService threads = Executors.newFixedThreadPool(replacers);
    try {
      for (int round = 0; round < 20; round++) {
        String tag = store().readIfChanged("gc/b", "").orElseThrow().etag();
        String prefix = round + " by ";
        List<Callable<Boolean>> replacements =
            IntStream.range(0, replacers)
                .mapToObj(
                    each ->
                        (Callable<Boolean>)
                            () ->
                                store().replaceIfUnchanged("gc/b", Bytes.utf8(prefix + each), tag))
                .toList();
        List<Boolean> outcomes =
            threads.invokeAll(replacements).stream().map(ObjectStoreContract::result).toList();
        assertThat(outcomes).containsOnlyOnce(true);
        assertThat(store().read("gc/b")).isEqualTo(Bytes.utf8(prefix + outcomes.indexOf(true)));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void anObjectIsGoneOnceDeletedAndCanBeCreatedAnew() {
    put("wal/1.sst", TEN);
    put("wal/2.sst", TEN);
    store().delete("wal/1.sst");
    store().delete("wal/1.sst");
    store().delete("none/none");
    assertThat(store().head("wal/1.sst")).isEmpty();
    assertThat(names("wal", "")).containsExactly("2.sst");
    assertThat(store().putIfAbsent("wal/1.sst", Bytes.utf8("anew"), "another put"))
        .isEqualTo(PutOutcome.CREATED);
    assertThat(store().read("wal/1.sst")).isEqualTo(Bytes.utf8("anew"));
  }

  @Test
  void aFolderIsNotDeleted() {
    assumeTrue(replacesAtomically());
    put("folder/object", TEN);
    store().delete("folder");
    assertThat(store().head("folder/object")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "a/./b", "a\\b", "a\nb", "é"})
  void aMalformedPathIsRefused(String path) {
    assertFails(Kind.BAD_REQUEST, () -> store().read(path));
    assertFails(Kind.BAD_REQUEST, () -> store().readRange(path, 0, 1));
    assertFails(Kind.BAD_REQUEST, () -> store().readTail(path, 1));
    assertFails(Kind.BAD_REQUEST, () -> store().readIfChanged(path, ""));
    assertFails(Kind.BAD_REQUEST, () -> store().head(path));
    assertFails(Kind.BAD_REQUEST, () -> store().putIfAbsent(path, TEN, "put"));
    assertFails(Kind.BAD_REQUEST, () -> store().replaceIfUnchanged(path, TEN, "tag"));
    assertFails(Kind.BAD_REQUEST, () -> store().delete(path));
    if (!path.isEmpty()) {
      assertFails(Kind.BAD_REQUEST, () -> store().list(path, ""));
      assertFails(Kind.BAD_REQUEST, () -> store().listPage(path, ""));
    }
  }

  @Test
  void anInterruptIsReportedAndKept() {
    assumeTrue(replacesAtomically());
    put("a", TEN);
    String tag = store().readIfChanged("a", "").orElseThrow().etag();
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> store().read("a"),
            () -> store().readRange("a", 0, 1),
            () -> store().readTail("a", 1),
            () -> store().readIfChanged("a", ""),
            () -> store().head("a"),
            () -> store().list("", ""),
            () -> store().listPage("", ""),
            () -> store().putIfAbsent("b", TEN, "put"),
            () -> store().replaceIfUnchanged("a", Bytes.EMPTY, tag),
            () -> store().delete("a"))) {
      Thread.currentThread().interrupt();
      assertFails(Kind.INTERRUPTED, call);
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(store().head("b")).isEmpty();
    assertThat(store().read("a")).isEqualTo(TEN);
  }

  @Test
  void anErrorNamesLocationAndObject() {
    assertThatThrownBy(() -> store().read("wal/7.sst"))
        .hasMessageStartingWith(store().location() + "/wal/7.sst: ");
  }

  /** Creates an object that does not exist. */
  protected final void put(String path, Bytes content) {
    assertThat(store().putIfAbsent(path, content, path.replace('/', '-')))
        .isEqualTo(PutOutcome.CREATED);
  }

  /** Asserts that {@code call} fails with an error of {@code kind}. */
  protected static void assertFails(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ObjectStoreException.class, e -> assertThat(e.kind()).as("%s", e).isEqualTo(kind));
  }

  private List<String> names(String folder, String afterName) {
    return store().list(folder, afterName).stream().map(ObjectMeta::name).toList();
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
