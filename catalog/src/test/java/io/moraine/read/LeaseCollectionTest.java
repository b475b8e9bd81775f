package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.RequestTally;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.BlockCache;
import io.moraine.testing.FarObjectStore;
import io.moraine.testing.Fixtures;
import io.moraine.testing.ManualBackground;
import io.moraine.testing.ManualClock;
import io.moraine.testing.ReactingObjectStore;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Between any two requests of an acquisition the lake grows by one stage, which puts its log into
 * tables and merges others, and a collector takes all that is not protected at that moment; some
 * requests later the same happens again. What is acquired is right nevertheless, and stays so
 * however often the collector comes.
 */
class LeaseCollectionTest {
  private static final List<String> STAGES =
      List.of("moraine/stages/stage1", "moraine/stages/stage2", "moraine/stages/stage3");
  private static final long LAST_WAL_ID = 25;
  private static final Map<CommitPosition, List<List<String>>> EXPECTED = new HashMap<>();

  private final ManualClock clock = new ManualClock(Instant.parse("2026-11-30T00:15:00Z"));
  private LakeFolder folder = LakeFolder.copyOf(STAGES.get(0));
  private int stage;
  private long tablesTaken;

  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  @ParameterizedTest(name = "publishing: {0}, far away: {1}, again after {2} requests")
  @CsvSource({
    "false, false, 1", "false, false, 4", "false, true, 1", "false, true, 6",
    "true, false, 1", "true, false, 3", "true, true, 1", "true, true, 5"
  })
  void collectionBetweenAnyTwoRequestsDoesNoHarm(boolean publishing, boolean far, int again) {
    int requests = Integer.MAX_VALUE;
    for (int at = 0; at < requests; at++) {
      folder = LakeFolder.copyOf(STAGES.get(0));
      stage = 0;
      if (publishing) {
        become(0, true);
      }
      AtomicInteger seen = new AtomicInteger();
      ReactingObjectStore store =
          new ReactingObjectStore(FileObjectStore.open(folder.path().toString(), clock));
      disturb(store, seen, List.of(at, at + again), publishing);
      ObjectStore objects = far ? new FarObjectStore(store) : store;
      try (OpenLake lake = open(objects, clock);
          LakeScope scope = lake.readScope(lake, TestLakes.LEASED, ScopeRequest.NEWEST)) {
        requests = seen.get();
        store.before("nothing more", () -> {});
        collect();
        assertShowsItsRevision(scope, at);
        stage = 1;
        clock.advance(Duration.ofMinutes(4));
        growAndCollect(publishing);
        assertShowsItsRevision(scope, at);
      }
    }
    assertThat(requests).isGreaterThan(5);
    assertThat(tablesTaken).isGreaterThan(requests);
  }

  /** Reacts to the requests with these numbers, the first one being 0. */
  private void disturb(
      ReactingObjectStore store, AtomicInteger seen, List<Integer> when, boolean publishing) {
    store.before(
        "",
        () -> {
          disturb(store, seen, when, publishing);
          if (when.contains(seen.getAndIncrement())) {
            growAndCollect(publishing);
          }
        });
  }

  /** One after the other: no collector takes what is about to be named. */
  private synchronized void growAndCollect(boolean publishing) {
    become(++stage, publishing);
    collect();
  }

  private synchronized void collect() {
    tablesTaken += new LakeCollector(folder, clock).collect();
  }

  /** Has the lake grow to a stage in one manifest, which keeps others' checkpoints. */
  private void become(int to, boolean publishing) {
    folder.addAllBut(STAGES.get(to), "manifest");
    ManifestStore manifests =
        Stores.manifests(
            FileObjectStore.open(folder.path().toString(), clock), new StoreLayout(""));
    Manifest grown =
        Stores.manifests(
                FileObjectStore.open(Fixtures.store(STAGES.get(to)).toString(), clock),
                new StoreLayout(""))
            .readLatest()
            .orElseThrow();
    long lastWalId = folder.ids("wal").stream().mapToLong(each -> each).max().orElseThrow();
    manifests.update(
        (current, id) ->
            grown
                .change()
                .id(id)
                .walIdLastSeen(publishing ? lastWalId : grown.walIdLastSeen())
                .checkpoints(checkpoints(current, id, publishing))
                .build(),
        IdSource.SYSTEM);
  }

  private static List<Checkpoint> checkpoints(Manifest current, long id, boolean publishing) {
    Stream<Checkpoint> others =
        current.checkpoints().stream().filter(each -> !PublicationNames.isOne(each));
    Stream<Checkpoint> own =
        publishing
            ? Stream.of(new Checkpoint(new UUID(7, id), id, 0, 0, PublicationNames.OPEN))
            : Stream.empty();
    return Stream.concat(others, own).toList();
  }

  private static OpenLake open(ObjectStore store, ManualClock clock) {
    return new OpenLake(
        store,
        new RequestTally(),
        new BlockCache(1000),
        TestLakes.WORKERS,
        clock,
        ReadOptions.DEFAULT,
        new Sources(IdSource.SYSTEM, new ManualBackground(clock)));
  }

  private static void assertShowsItsRevision(LakeScope scope, int at) {
    assertThat(expected())
        .as("disturbed at request %s: %s", at, scope.revision())
        .containsKey(scope.position());
    assertThat(allRows(scope))
        .as("disturbed at request %s, position %s", at, scope.position())
        .isEqualTo(expected().get(scope.position()));
  }

  /** What the log says up to each of its objects: the first stage has no tables yet. */
  private static synchronized Map<CommitPosition, List<List<String>>> expected() {
    if (EXPECTED.isEmpty()) {
      LakeFolder log = LakeFolder.copyOf(STAGES.get(0));
      FileObjectStore whole =
          FileObjectStore.open(Fixtures.store(STAGES.get(2)).toString(), Clock.SYSTEM);
      addExpected(log);
      for (long id = log.ids("wal").size() + 1L; id <= LAST_WAL_ID; id++) {
        log.write(LakeFolder.walName(id), whole.read(LakeFolder.walName(id)));
        addExpected(log);
      }
    }
    return EXPECTED;
  }

  private static void addExpected(LakeFolder log) {
    try (OpenLake lake = TestLakes.in(log.path(), Clock.SYSTEM);
        ReadScope scope = TestLakes.newest(lake)) {
      EXPECTED.put(scope.position(), allRows(scope));
    }
  }

  private static List<List<String>> allRows(ReadScope scope) {
    List<List<String>> all = new ArrayList<>();
    Arrays.stream(MetadataTable.values()).forEach(each -> all.add(TestLakes.lines(scope, each)));
    return all;
  }
}
