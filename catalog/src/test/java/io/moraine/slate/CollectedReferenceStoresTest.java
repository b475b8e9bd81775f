package io.moraine.slate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.gc.CheckpointRule;
import io.moraine.slate.gc.CollectorOptions;
import io.moraine.slate.gc.CollectorReport;
import io.moraine.slate.gc.Garbage;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.write.WriteBatch;
import io.moraine.slate.write.WriterOptions;
import io.moraine.testing.AgedObjectStore;
import io.moraine.testing.LiveObjects;
import io.moraine.testing.ReadOnlyObjectStore;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In every store that SlateDB wrote nothing is left but what somebody may read, and all of that.
 */
class CollectedReferenceStoresTest {
  private static final CollectorOptions AT_ONCE =
      CollectorOptions.DEFAULT.withMinAge(Duration.ZERO);

  static List<String> stores() {
    return ReferenceStore.names();
  }

  @ParameterizedTest
  @MethodSource("stores")
  void whatCanBeReadStaysAndTheRestGoes(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      StoreLayout layout = new StoreLayout(database.get("path").asText());
      LiveObjects live = live(store, layout);
      Map<String, List<String>> before = live.read(now());
      Map<String, Integer> objects = live.objects();

      CollectorReport dry = collect(protectedWay(store), layout, AT_ONCE.withDryRun(true));
      assertThat(live.objects()).isEqualTo(objects);
      CollectorReport report = collect(aged(store), layout, AT_ONCE);
      assertThat(counts(report)).isEqualTo(counts(dry));

      assertThat(live.read(now())).isEqualTo(before);
      assertNothingIsLeft(store, layout);
      CollectorReport again = collect(aged(store), layout, AT_ONCE);
      assertThat(again.kinds()).allMatch(each -> each.deleted() == 0 && each.problem().isEmpty());
      assertGoesOn(store, layout);
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void whatIsYoungStays(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      StoreLayout layout = new StoreLayout(database.get("path").asText());
      LiveObjects live = live(store, layout);
      Map<String, Integer> objects = live.objects();
      CollectorReport report = collect(options(store, false), layout, CollectorOptions.DEFAULT);
      assertThat(report.kinds())
          .filteredOn(each -> each.garbage() != Garbage.TABLES)
          .allMatch(each -> each.deleted() == 0);
      assertThat(live.objects().keySet())
          .containsAll(
              objects.keySet().stream().filter(each -> !each.contains("/compacted/")).toList());
    }
  }

  @ParameterizedTest
  @MethodSource("stores")
  void fencesGoOnlyWhenThatIsAskedFor(String name) {
    ReferenceStore store = ReferenceStore.load(name);
    for (JsonNode database : store.databases()) {
      StoreLayout layout = new StoreLayout(database.get("path").asText());
      Map<String, List<String>> before = live(store, layout).read(now());
      CollectorReport report = collect(aged(store), layout, AT_ONCE.withFences(true));
      assertThat(report.kinds()).anyMatch(each -> each.garbage() == Garbage.FENCES);
      assertThat(live(store, layout).read(now())).isEqualTo(before);
      Set<Long> needed = neededLog(store, layout);
      assertThat(logIds(store, layout, true)).isSubsetOf(needed);
      assertThat(logIds(store, layout, false)).isSubsetOf(needed);
      assertGoesOn(store, layout);
    }
  }

  private static void assertNothingIsLeft(ReferenceStore store, StoreLayout layout) {
    List<Manifest> alive = alive(store, layout);
    assertThat(ids(store.objects(), layout.manifests().folder()))
        .isEqualTo(alive.stream().map(Manifest::id).collect(Collectors.toCollection(TreeSet::new)));
    assertThat(ids(store.objects(), layout.compactions().folder()).size()).isLessThanOrEqualTo(1);
    assertThat(logIds(store, layout, true)).isSubsetOf(neededLog(store, layout));
    Set<String> used =
        alive.stream()
            .flatMap(Manifest::views)
            .map(view -> view.table().id().toString())
            .collect(Collectors.toSet());
    long cutoff = cutoff(store, layout, alive.get(0));
    assertThat(store.objects().list(layout.tableFolder(), ""))
        .extracting(each -> each.name().substring(0, each.name().indexOf('.')))
        .allMatch(
            id -> used.contains(id) || Ulid.parse(id).orElseThrow().timestampMillis() >= cutoff);
  }

  /** The newest manifest and those that its checkpoints name. */
  private static List<Manifest> alive(ReferenceStore store, StoreLayout layout) {
    Manifest latest = Stores.manifests(store.objects(), layout).readLatest().orElseThrow();
    return Stream.concat(
            Stream.of(latest),
            latest.checkpoints().stream()
                .map(Checkpoint::manifestId)
                .distinct()
                .filter(id -> id != latest.id())
                .map(id -> Stores.manifests(store.objects(), layout).readById(id)))
        .toList();
  }

  private static Set<Long> neededLog(ReferenceStore store, StoreLayout layout) {
    List<Manifest> alive = alive(store, layout);
    Set<Long> needed = new TreeSet<>();
    for (long id : allLogIds(store, layout)) {
      if (id >= alive.get(0).replayAfterWalId()
          || alive.stream()
              .anyMatch(each -> id > each.replayAfterWalId() && id <= each.walIdLastSeen())) {
        needed.add(id);
      }
    }
    return needed;
  }

  private static Set<Long> allLogIds(ReferenceStore store, StoreLayout layout) {
    Set<Long> all = new TreeSet<>(logIds(store, layout, true));
    all.addAll(logIds(store, layout, false));
    return all;
  }

  private static Set<Long> logIds(ReferenceStore store, StoreLayout layout, boolean withRows) {
    return store.walObjects().list(layout.walFolder(), "").stream()
        .filter(each -> each.size() > 0 == withRows)
        .map(each -> Long.parseLong(each.name().substring(0, 20)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<Long> ids(ObjectStore store, String folder) {
    return store.list(folder, "").stream()
        .map(each -> Long.parseLong(each.name().substring(0, 20)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** When the newest L0 table was made, or the oldest compaction began. */
  private static long cutoff(ReferenceStore store, StoreLayout layout, Manifest latest) {
    long newestL0 =
        latest.trees().stream()
            .flatMap(
                tree ->
                    tree.l0().isEmpty()
                        ? Stream.ofNullable(tree.lastCompactedL0())
                        : tree.l0().stream().map(view -> view.table().id()))
            .mapToLong(Ulid::timestampMillis)
            .max()
            .orElse(0);
    long oldestCompaction =
        Stores.compactions(store.objects(), layout)
            .readLatest()
            .map(state -> state.lowWatermarkMillis().orElse(0))
            .orElse(0L);
    return Math.min(newestL0, oldestCompaction);
  }

  /** That somebody can write on, twice, with a flush between. */
  private static void assertGoesOn(ReferenceStore store, StoreLayout layout) {
    Map<String, List<String>> before = live(store, layout).read(now());
    for (String value : List.of("one", "two")) {
      SlateWriter writer =
          Stores.slate(store.objects(), layout, store.options())
              .openWriter(
                  WriterOptions.of(Clock.SYSTEM, IdSource.SYSTEM, store.options().filterPolicies()),
                  TailAdmission.UNLIMITED);
      writer
          .write(
              new WriteBatch.Builder()
                  .put(Bytes.utf8("written:" + value), Bytes.utf8(value))
                  .build())
          .await();
      assertThat(writer.flush()).isPositive();
      writer.close();
    }
    Map<String, List<String>> after = new TreeMap<>(live(store, layout).read(now()));
    assertThat(after.remove("newest")).hasSizeGreaterThanOrEqualTo(2);
    Map<String, List<String>> pinned = new TreeMap<>(before);
    pinned.remove("newest");
    assertThat(after).isEqualTo(pinned);
  }

  private static List<List<Object>> counts(CollectorReport report) {
    return report.kinds().stream()
        .map(each -> List.<Object>of(each.garbage(), each.deleted(), each.bytes()))
        .toList();
  }

  private static CollectorReport collect(Way way, StoreLayout layout, CollectorOptions options) {
    CollectorReport report =
        new SlateStore(way.store(), Stores.manifests(way.store(), layout), way.options())
            .collect(
                Stores.compactions(way.store(), layout),
                options,
                CheckpointRule.EXPIRED,
                Clock.SYSTEM,
                IdSource.SYSTEM);
    assertThat(report.kinds()).allMatch(each -> each.problem().isEmpty() && each.failures() == 0);
    return report;
  }

  /** A way to a store and its log. */
  private record Way(ObjectStore store, SlateOptions options) {}

  private static Way aged(ReferenceStore store) {
    return options(store, true);
  }

  private static Way options(ReferenceStore store, boolean aged) {
    ObjectStore objects = aged ? new AgedObjectStore(store.objects()) : store.objects();
    ObjectStore log = aged ? new AgedObjectStore(store.walObjects()) : store.walObjects();
    return new Way(
        objects,
        store.walObjects() == store.objects()
            ? store.options()
            : store.options().withWalStore(log));
  }

  private static Way protectedWay(ReferenceStore store) {
    Way aged = aged(store);
    return new Way(
        new ReadOnlyObjectStore(aged.store()),
        aged.options()
            .walStore()
            .map(log -> aged.options().withWalStore(new ReadOnlyObjectStore(log)))
            .orElse(aged.options()));
  }

  private static LiveObjects live(ReferenceStore store, StoreLayout layout) {
    return new LiveObjects(store.objects(), store.walObjects(), layout, store.options());
  }

  private static long now() {
    return Clock.SYSTEM.wallMillis() / 1000;
  }
}
