package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CompactionFigures;
import io.moraine.model.CompactionListener;
import io.moraine.model.CompactionReport;
import io.moraine.model.NewLake;
import io.moraine.model.Upkeep;
import io.moraine.model.WriterFigures.SegmentTables;
import io.moraine.model.WriterSettings;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.read.LakeScope;
import io.moraine.read.PublicationNames;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.testing.ManualClock;
import io.moraine.testing.PlannedFaults;
import io.moraine.testing.PlannedFaults.WriteFault;
import io.moraine.testing.ScopeRows;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A process that writes also merges what it has flushed. */
class CompactionKeeperTest {
  private static final StoreLayout LAYOUT = new StoreLayout("");

  private final ManualClock clock = new ManualClock(Instant.parse("2026-01-02T03:04:05Z"));
  private final MemoryObjectStore objects = new MemoryObjectStore("compacted", clock);
  private int seed;
  private int schemas;

  @Test
  void whoWritesMergesWhatWasFlushed() {
    try (LakeProcess process = created(LakeProcess.FORCE)) {
      flush(process, 3);
      process.runBackground();
      assertThat(process.writer().compactionFigures()).isEqualTo(CompactionFigures.NONE);
      assertThat(manifest().compactorEpoch()).as("nobody compacts before it is due").isZero();
      flush(process, 1);
      clock.advance(Duration.ofSeconds(1));
      Map<String, List<String>> tables = process.tables();
      runAll(process);
      CompactionFigures figures = process.writer().compactionFigures();
      assertThat(figures.compactions()).isPositive();
      assertThat(figures.failures()).isZero();
      assertThat(figures.epoch()).hasValue(1);
      assertThat(figures.lastResult()).hasValueSatisfying(text -> assertThat(text).contains("run"));
      assertThat(manifest().segments()).allMatch(each -> each.tree().l0().size() < 4);
      assertThat(process.writer().figures().l0Tables())
          .as("the writer knows at once")
          .allMatch(each -> each.tables() < 4)
          .extracting(SegmentTables::runs)
          .contains(1);
      assertThat(process.tables()).isEqualTo(tables);
      flush(process, 1);
      assertThat(another(LakeProcess.FORCE).tables()).isEqualTo(process.tables());
    }
  }

  @Test
  void whoReadsTheOldTablesGoesOnReadingThem() {
    try (LakeProcess process = created(LakeProcess.FORCE)) {
      flush(process, 4);
      try (LakeScope scope = process.readScope()) {
        Map<String, List<String>> tables = ScopeRows.all(scope);
        runAll(process);
        assertThat(process.writer().compactionFigures().compactions()).isPositive();
        flush(process, 1);
        assertThat(ScopeRows.all(scope)).isEqualTo(tables);
      }
    }
  }

  @Test
  void whoMustNotMergesNothing() {
    WriterSettings off = LakeProcess.FORCE.withCompactor(Upkeep.OFF);
    try (LakeProcess process = created(off)) {
      flush(process, 5);
      runAll(process);
      assertThat(manifest().compactorEpoch()).isZero();
      CompactionReport report = process.writer().compact(Optional.empty(), CompactionListener.NONE);
      assertThat(report.compactions()).isNotEmpty().allMatch(each -> each.tables() == 1);
      assertThat(manifest().segments())
          .allMatch(each -> each.tree().l0().isEmpty() && each.tree().compacted().size() == 1);
      assertThat(process.writer().figures().l0Tables()).allMatch(each -> each.tables() == 0);
      flush(process, 1);
      assertThat(another(off).tables()).isEqualTo(process.tables());
    }
  }

  @Test
  void whoGaveTheRoleUpBeginsNothing() {
    try (LakeProcess process = created(LakeProcess.FORCE.withCompactor(Upkeep.OFF))) {
      flush(process, 5);
    }
    clock.advance(Duration.ofMinutes(1));
    try (LakeProcess process = another(LakeProcess.FORCE)) {
      process.commit(commit -> commit.createSchema("s" + schemas++));
      giveUp(process);
      assertThat(process.writer().compactionFigures().compactions()).isPositive();
      long done = process.writer().compactionFigures().compactions();
      clock.advance(Duration.ofMinutes(1));
      process.runBackground();
      assertThat(process.writer().compactionFigures().compactions()).isEqualTo(done);
    }
  }

  @Test
  void byHandOneSegmentCanBeChosen() {
    try (LakeProcess process = created(LakeProcess.FORCE)) {
      flush(process, 2);
      Bytes segment = manifest().segments().get(1).prefix();
      List<CompactionListener.Progress> progress = new ArrayList<>();
      CompactionReport report = process.writer().compact(Optional.of(segment), progress::add);
      assertThat(report.compactions()).hasSize(1);
      assertThat(report.compactions().get(0).segment()).isEqualTo(segment);
      assertThat(report.compactions().get(0).l0Tables()).isPositive();
      assertThat(progress).isNotEmpty().allMatch(each -> each.segment().equals(segment));
      assertThatThrownBy(
              () ->
                  process
                      .writer()
                      .compact(Optional.of(Bytes.utf8("none")), CompactionListener.NONE))
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
    }
  }

  @Test
  void twoProcessesCompactByHandOneAfterTheOther() {
    try (LakeProcess process = created(LakeProcess.FORCE);
        LakeProcess other = another(LakeProcess.FORCE)) {
      flush(process, 2);
      var first = process.writer().compact(Optional.empty(), CompactionListener.NONE);
      assertThat(first.compactions()).isNotEmpty();
      flush(process, 1);
      var second = other.writer().compact(Optional.empty(), CompactionListener.NONE);
      assertThat(second.compactions()).isNotEmpty();
      assertThat(manifest().compactorEpoch()).isEqualTo(2);
      assertThat(other.tables()).isEqualTo(process.tables());
      flush(process, 1);
      var third = process.writer().compact(Optional.empty(), CompactionListener.NONE);
      assertThat(third.compactions()).as("it was replaced long before").isNotEmpty();
      assertThat(manifest().compactorEpoch()).isEqualTo(3);
      assertThat(process.writer().compactionFigures().failures()).isZero();
    }
  }

  @Test
  void whoWasReplacedByACompactorThatIsSilentSinceTakesItsPlace() {
    try (LakeProcess process = created(LakeProcess.FORCE);
        LakeProcess other = another(LakeProcess.FORCE)) {
      flush(process, 4);
      runAll(process);
      flush(process, 1);
      var unused = other.writer().compact(Optional.empty(), CompactionListener.NONE);
      flush(process, 4);
      runAll(process);
      assertThat(manifest().compactorEpoch()).as("the other may be about to begin").isEqualTo(2);
      clock.advance(Duration.ofMinutes(2));
      process.commit(commit -> commit.createSchema("later"));
      runAll(process);
      assertThat(manifest().compactorEpoch()).isEqualTo(3);
      assertThat(process.writer().compactionFigures().failures()).isZero();
      assertThat(manifest().segments()).allMatch(each -> each.tree().l0().size() < 4);
    }
  }

  @Test
  void whatIsMergedWhileNobodyHasTheRoleIsReadAtOnce() {
    WriterSettings idle = WriterSettings.DEFAULT.withCompactor(Upkeep.OFF);
    try (LakeProcess process = created(idle)) {
      flush(process, 3);
      process.commit(commit -> commit.createSchema("in the log"));
      giveUp(process);
      OptionalLong epoch = process.writer().figures().epoch();
      Map<String, List<String>> tables = process.tables();
      assertThat(published().segments()).anyMatch(each -> !each.tree().l0().isEmpty());
      try (LakeProcess other = another(idle)) {
        var unused = other.writer().compact(Optional.empty(), CompactionListener.NONE);
        assertThat(other.tables()).isEqualTo(tables);
      }
      assertThat(published().segments()).allMatch(each -> each.tree().l0().isEmpty());
      assertThat(published().trees()).isEqualTo(manifest().trees());
      assertThat(another(idle).tables()).isEqualTo(tables);
      process.commit(commit -> commit.createSchema("resumed"));
      assertThat(process.writer().figures().epoch()).isEqualTo(epoch);
      assertThat(another(idle).tables()).isEqualTo(process.tables());
    }
    try (LakeProcess next = another(idle)) {
      next.commit(commit -> commit.createSchema("next"));
    }
  }

  @Test
  void whatWasMergedBeforeSomethingFailedCounts() {
    try (LakeProcess process = created(LakeProcess.FORCE)) {
      flush(process, 2);
      Bytes first = manifest().segments().get(0).prefix();
      assertThatThrownBy(
              () ->
                  process
                      .writer()
                      .compact(
                          Optional.empty(),
                          progress -> {
                            if (!progress.segment().equals(first)) {
                              throw new IllegalStateException("enough");
                            }
                          }))
          .hasMessage("enough");
      assertThat(process.writer().compactionFigures().compactions()).isEqualTo(1);
      assertThat(manifest().segments()).anyMatch(each -> each.tree().l0().isEmpty());
    }
  }

  /** What readers show: the manifest that the newest publication pins. */
  private Manifest published() {
    Checkpoint newest =
        manifest().checkpoints().stream()
            .filter(PublicationNames::isOne)
            .max(Comparator.comparing(Checkpoint::manifestId))
            .orElseThrow();
    return Stores.manifests(objects, LAYOUT).readById(newest.manifestId());
  }

  @Test
  void compactingByHandEndsWithTheCatalog() {
    LakeProcess process = created(LakeProcess.FORCE);
    flush(process, 2);
    Map<String, List<String>> tables = process.tables();
    List<CompactionListener.Progress> told = new ArrayList<>();
    assertThatThrownBy(
            () ->
                process
                    .writer()
                    .compact(
                        Optional.empty(),
                        progress -> {
                          told.add(progress);
                          process.writer().close();
                        }))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CLOSED));
    assertThat(told).hasSize(1);
    try (LakeProcess next = another(LakeProcess.FORCE)) {
      assertThat(next.tables()).isEqualTo(tables);
    }
    process.close();
  }

  @Test
  void whoLostTheCompactionToAnotherLeavesItAloneForAWhile() {
    PlannedFaults way = new PlannedFaults(objects);
    LakeProcess process = process(way, LakeProcess.FORCE);
    try (LakeProcess other = another(LakeProcess.FORCE)) {
      process.create(NewLake.PLAIN);
      flush(process, 4);
      way.meanwhile(
          3,
          () -> {
            var unused = other.writer().compact(Optional.empty(), CompactionListener.NONE);
          });
      runAll(process);
      assertThat(process.writer().compactionFigures().failures()).isEqualTo(1);
      assertThat(process.writer().compactionFigures().lastResult())
          .hasValueSatisfying(text -> assertThat(text).contains("another compactor"));
      flush(process, 4);
      runAll(process);
      assertThat(manifest().compactorEpoch()).as("for ten minutes").isEqualTo(2);
      clock.advance(Duration.ofMinutes(11));
      flush(process, 1);
      runAll(process);
      assertThat(manifest().compactorEpoch()).isEqualTo(3);
      assertThat(process.writer().compactionFigures().compactions()).isPositive();
    }
    process.close();
  }

  @Test
  void afterAFailureItTriesAgainAndNothingIsLost() {
    for (WriteFault fault : List.of(WriteFault.FAIL, WriteFault.UNANSWERED, WriteFault.SURPRISE)) {
      MemoryObjectStore store = new MemoryObjectStore("compacted", clock);
      PlannedFaults way = new PlannedFaults(store);
      try (LakeProcess process = process(way, LakeProcess.FORCE)) {
        process.create(NewLake.PLAIN);
        flush(process, 4);
        Map<String, List<String>> tables = process.tables();
        way.plan(2, fault);
        runAll(process);
        way.planNothing();
        clock.advance(Duration.ofMinutes(2));
        flush(process, 0);
        process.commit(commit -> commit.createSchema("again"));
        runAll(process);
        assertThat(process.writer().compactionFigures().compactions()).as("%s", fault).isPositive();
        assertThat(process.tables().get("ducklake_schema"))
            .containsAll(tables.get("ducklake_schema"));
      }
    }
  }

  private LakeProcess created(WriterSettings settings) {
    LakeProcess process = another(settings);
    process.create(NewLake.PLAIN);
    return process;
  }

  private LakeProcess another(WriterSettings settings) {
    return process(objects, settings);
  }

  private LakeProcess process(ObjectStore way, WriterSettings settings) {
    return new LakeProcess(way, clock, ++seed, settings, ReaderLease.AUTO);
  }

  private void flush(LakeProcess process, int times) {
    for (int i = 0; i < times; i++) {
      process.commit(commit -> commit.createSchema("s" + schemas++));
      assertThat(process.flush()).isPositive();
    }
  }

  private void runAll(LakeProcess process) {
    for (int i = 0; i < 30; i++) {
      process.runBackground();
    }
  }

  private void giveUp(LakeProcess process) {
    for (int i = 0; i < 10; i++) {
      process.runBackground();
      clock.advance(Duration.ofMillis(300));
    }
    runAll(process);
  }

  private Manifest manifest() {
    return Stores.manifests(objects, LAYOUT).readLatest().orElseThrow();
  }
}
