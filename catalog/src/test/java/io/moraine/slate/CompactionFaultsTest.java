package io.moraine.slate;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.ByteWriter;
import io.moraine.base.Bytes;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.SlateException.Kind;
import io.moraine.slate.compaction.Compaction;
import io.moraine.slate.compaction.Compaction.Status;
import io.moraine.slate.compaction.CompactionProgress;
import io.moraine.slate.compaction.CompactionResult;
import io.moraine.slate.compaction.CompactionState;
import io.moraine.slate.compaction.CompactorFencedException;
import io.moraine.slate.compaction.CompactorOptions;
import io.moraine.slate.format.FilterPolicy;
import io.moraine.slate.format.FlatBufferWriter;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.write.WrittenStore;
import io.moraine.testing.ForwardingObjectStore;
import io.moraine.testing.ManualClock;
import io.moraine.testing.PlannedFaults;
import io.moraine.testing.PlannedFaults.WriteFault;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Something goes wrong, or others do something, at each write of a compaction in turn. */
class CompactionFaultsTest {
  private static final int FLUSHES = 5;

  /** To take the store two, for each of two segments: begun, table, pin, commit, done. */
  private static final int WRITES = 2 + 1 + 2 * 5;

  private final ManualClock clock = new ManualClock(Instant.parse("2026-01-02T03:04:05Z"));

  @ParameterizedTest
  @EnumSource
  void whateverGoesWrongTheStoreShowsTheSame(WriteFault fault) {
    for (int write = 0; write < WRITES; write++) {
      String when = fault + " at write " + write;
      MemoryObjectStore objects = new MemoryObjectStore("test", clock);
      WrittenStore store = filled(objects);
      Map<String, String> content = store.content();
      PlannedFaults faulty = new PlannedFaults(objects);
      SlateCompactor subject = compactor(store.through(faulty));
      faulty.plan(write, fault);
      attempt(subject);
      assertThat(faulty.hasStruck()).as(when).isTrue();
      assertSound(store, content, when);
      if (fault != WriteFault.FREEZE && fault != WriteFault.FREEZE_AFTER) {
        faulty.planNothing();
        attempt(subject);
        assertSound(store, content, when + ", living on");
      }
      var unused = fully(compactor(store));
      assertSound(store, content, when + ", after another compactor");
      assertIsCompacted(store, when);
    }
  }

  @Test
  void aWholeCompactionTakesSoManyWrites() {
    PlannedFaults counted = new PlannedFaults(new MemoryObjectStore("test", clock));
    WrittenStore store = filled(counted);
    counted.planNothing();
    List<CompactionResult> done = fully(compactor(store));
    assertThat(counted.writes()).hasSize(WRITES);
    assertThat(done).hasSize(2).allMatch(each -> each.flushedTables() == FLUSHES);
    assertIsCompacted(store, "");
  }

  @Test
  void anotherCompactorMayTakeTheStoreAtAnyMoment() {
    int fenced = 0;
    for (int write = 0; write < WRITES; write++) {
      String when = "at write " + write;
      MemoryObjectStore objects = new MemoryObjectStore("test", clock);
      WrittenStore store = filled(objects);
      Map<String, String> content = store.content();
      PlannedFaults way = new PlannedFaults(objects);
      SlateCompactor subject = compactor(store.through(way));
      way.meanwhile(
          write,
          () -> {
            var unused = fully(compactor(store));
          });
      if (attempt(subject) instanceof CompactorFencedException) {
        fenced++;
      }
      assertSound(store, content, when);
      assertIsCompacted(store, when);
      assertThat(fully(subject)).as(when).isEmpty();
    }
    assertThat(fenced).isGreaterThan(WRITES / 2);
  }

  @Test
  void theWriterMayFlushAtAnyMoment() {
    for (int write = 0; write < WRITES; write++) {
      String when = "at write " + write;
      MemoryObjectStore objects = new MemoryObjectStore("test", clock);
      WrittenStore store = filled(objects);
      Map<String, String> content = new TreeMap<>(store.content());
      SlateWriter writer = store.open();
      PlannedFaults way = new PlannedFaults(objects);
      way.meanwhile(
          write,
          () -> {
            writer.write(WrittenStore.put("a1", "meanwhile", "b9", "new")).await();
            assertThat(writer.flush()).isEqualTo(2);
          });
      assertThat(fully(compactor(store.through(way)))).as(when).isNotEmpty();
      content.put("a1", "meanwhile");
      content.put("b9", "new");
      assertSound(store, content, when);
      Manifest refreshed = writer.refresh();
      assertThat(refreshed.trees()).as(when).isEqualTo(store.manifest().trees());
      writer.write(WrittenStore.delete("b9")).await();
      assertThat(writer.flush()).isEqualTo(1);
      content.remove("b9");
      assertSound(store, content, when + ", and it writes on");
    }
  }

  @Test
  void whoReadsTheOldTablesKeepsThemForAQuarterOfAnHour() {
    WrittenStore store = filled(new MemoryObjectStore("test", clock));
    SlateStore process = store.process();
    Manifest old = process.readLatestManifest();
    SlateReader reader =
        process.open(old, process.readTail(old, old.replayAfterWalId(), TailAdmission.UNLIMITED));
    Map<String, String> content = WrittenStore.content(reader);
    var unused = fully(compactor(store));
    assertThat(WrittenStore.content(reader)).isEqualTo(content);
    Set<Ulid> kept =
        store.manifest().checkpoints().stream()
            .filter(each -> !each.isExpired(clock.wallMillis() / 1000 + 899))
            .map(Checkpoint::manifestId)
            .flatMap(id -> tables(process.readManifest(id)).stream())
            .collect(Collectors.toSet());
    assertThat(kept).containsAll(tables(old));
    clock.advance(Duration.ofMinutes(16));
    SlateWriter writer = store.open();
    writer.write(WrittenStore.put("a1", "x")).await();
    assertThat(writer.flush()).isEqualTo(1);
    assertThat(fully(compactor(store))).hasSize(1);
    assertThat(store.manifest().checkpoints()).as("those that expired go").hasSize(1);
  }

  @Test
  void aCompactionIsKnownBeforeItsTablesAre() {
    List<Ulid> seen = new ArrayList<>();
    MemoryObjectStore objects = new MemoryObjectStore("test", clock);
    WrittenStore store = filled(objects);
    ObjectStore way =
        new ForwardingObjectStore(objects) {
          @Override
          public PutOutcome putIfAbsent(String path, Bytes content, String putId) {
            if (path.startsWith("db/compacted/")) {
              String name = path.substring("db/compacted/".length(), path.indexOf(".sst"));
              Ulid table = Ulid.parse(name).orElseThrow();
              assertThat(state(store).compactions())
                  .anyMatch(
                      each -> each.status() == Status.RUNNING && each.id().compareTo(table) < 0);
              seen.add(table);
            }
            return super.putIfAbsent(path, content, putId);
          }
        };
    var unused = fully(compactor(store.through(way)));
    assertThat(seen).hasSize(2).isSorted();
  }

  @Test
  void whatOthersBegunAndDidNotEndIsGivenUpAndTheLastOneStaysKnown() {
    MemoryObjectStore objects = new MemoryObjectStore("test", clock);
    WrittenStore store = filled(objects);
    PlannedFaults faulty = new PlannedFaults(objects);
    faulty.plan(4, WriteFault.FREEZE);
    attempt(compactor(store.through(faulty)));
    assertThat(state(store).compactions()).extracting(Compaction::status).contains(Status.RUNNING);
    var unused = fully(compactor(store));
    assertThat(state(store).compactions())
        .extracting(Compaction::status)
        .containsExactly(Status.COMPLETED);
    assertThat(state(store).compactorEpoch()).isEqualTo(store.manifest().compactorEpoch());
    assertThat(state(store).lowWatermarkMillis()).hasValue(clock.wallMillis());
  }

  @Test
  void nobodyIsDisturbedByWhoCannotWriteWhatANewerCompactorTells() {
    WrittenStore store = filled(new MemoryObjectStore("test", clock));
    FlatBufferWriter out = new FlatBufferWriter();
    int compactions = out.tables(List.of());
    Bytes root = out.finish(out.table().u64(0, 1).reference(1, compactions).u64(2, 7).end());
    Bytes newer = new ByteWriter(2 + root.length()).writeU16Be(2).writeBytes(root).toBytes();
    store.objects().putIfAbsent(store.layout().compactions().path(1), newer, "newer");
    assertThat(attempt(compactor(store)))
        .isInstanceOfSatisfying(
            SlateException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNSUPPORTED));
    assertThat(store.manifest().compactorEpoch()).isZero();
  }

  @Test
  void anEmptiedFolderOfStatesIsBegunAnewAboveTheBoundary() {
    WrittenStore store = filled(new MemoryObjectStore("test", clock));
    store.objects().putIfAbsent("db/gc/compactions.boundary", Bytes.utf8("7"), "collected");
    assertThat(fully(compactor(store))).hasSize(2);
    assertThat(state(store).id()).isGreaterThan(8);
    assertIsCompacted(store, "");
  }

  @Test
  void nobodyIsDisturbedWhileNothingIsDue() {
    WrittenStore store = WrittenStore.plain(new MemoryObjectStore("test", clock), clock).created();
    SlateCompactor compactor = compactor(store);
    assertThat(compactor.compactNext(CompactionProgress.NONE)).isEmpty();
    assertThat(fully(compactor)).isEmpty();
    assertThat(store.manifest().compactorEpoch()).isZero();
    assertThat(store.count("compactions")).isZero();
  }

  @Test
  void aCompactorThatMayBeAliveIsLeftAlone() {
    WrittenStore store = filled(new MemoryObjectStore("test", clock));
    SlateCompactor first = compactor(store);
    assertThat(first.objection(store.manifest())).as("nobody ever compacted").isEmpty();
    assertThat(first.compactNext(CompactionProgress.NONE)).isPresent();
    SlateCompactor second = compactor(store);
    assertThat(second.isDue(store.manifest())).isTrue();
    assertThat(second.objection(store.manifest()))
        .hasValueSatisfying(why -> assertThat(why).contains("may be about to begin"));
    assertThat(first.objection(store.manifest())).as("its own").isEmpty();
    clock.advance(Duration.ofSeconds(31));
    assertThat(second.objection(store.manifest())).as("it would have begun by now").isEmpty();
  }

  @Test
  void aCompactorThatIsAtWorkIsLeftAlone() {
    MemoryObjectStore objects = new MemoryObjectStore("test", clock);
    WrittenStore store = filled(objects);
    clock.advance(Duration.ofSeconds(31));
    PlannedFaults faulty = new PlannedFaults(objects);
    faulty.plan(4, WriteFault.FREEZE);
    attempt(compactor(store.through(faulty)));
    SlateCompactor second = compactor(store);
    assertThat(second.objection(store.manifest()))
        .hasValueSatisfying(why -> assertThat(why).contains("was at work 0 s ago"));
    clock.advance(Duration.ofSeconds(61));
    assertThat(second.objection(store.manifest())).isEmpty();
  }

  /** Two segments with tables that overwrite and delete one another's rows. */
  private WrittenStore filled(ObjectStore objects) {
    WrittenStore store = WrittenStore.segmented(objects, clock).created();
    SlateWriter writer = store.open();
    for (int i = 1; i <= FLUSHES; i++) {
      writer.write(WrittenStore.put("a" + i, "one", "a0", "v" + i, "b" + i, "two")).await();
      writer.write(WrittenStore.delete("a" + (i - 1), "b0")).await();
      assertThat(writer.flush()).isEqualTo(2);
    }
    writer.close();
    return store;
  }

  private SlateCompactor compactor(WrittenStore store) {
    CompactorOptions options =
        CompactorOptions.of(clock, IdSource.SYSTEM, List.of(FilterPolicy.WHOLE_KEYS));
    return store.process().compactor(Stores.compactions(store.objects(), store.layout()), options);
  }

  private static List<CompactionResult> fully(SlateCompactor compactor) {
    return compactor.compactFully(Optional.empty(), CompactionProgress.NONE);
  }

  private static Object attempt(SlateCompactor compactor) {
    try {
      return fully(compactor);
    } catch (SlateException | CompactorFencedException | IllegalStateException e) {
      return e;
    }
  }

  private static CompactionState state(WrittenStore store) {
    return Stores.compactions(store.objects(), store.layout()).readLatest().orElseThrow();
  }

  private static void assertSound(WrittenStore store, Map<String, String> content, String when) {
    assertThat(store.content()).as(when).isEqualTo(content);
    SlateStore process = store.process();
    long epoch = 0;
    for (long id = 1; id <= store.manifest().id(); id++) {
      Manifest manifest = process.readManifest(id);
      assertThat(manifest.compactorEpoch()).as(when).isBetween(epoch, epoch + 1);
      epoch = manifest.compactorEpoch();
    }
  }

  private static void assertIsCompacted(WrittenStore store, String when) {
    assertThat(store.manifest().segments())
        .as(when)
        .hasSize(2)
        .allMatch(each -> each.tree().l0().isEmpty() && each.tree().compacted().size() == 1);
    assertThat(state(store).unfinished()).as(when).isEmpty();
  }

  private static Set<Ulid> tables(Manifest manifest) {
    return manifest
        .views()
        .map(SsTableView::table)
        .map(each -> each.id())
        .collect(Collectors.toSet());
  }
}
