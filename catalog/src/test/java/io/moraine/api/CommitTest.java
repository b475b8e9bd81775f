package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.IdSource;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.StoreInspection;
import io.moraine.model.TableScan;
import io.moraine.model.TakeOver;
import io.moraine.model.Transaction;
import io.moraine.model.WriterFigures.Role;
import io.moraine.model.WriterSettings;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.ManifestEdits;
import io.moraine.testing.ManualBackground;
import io.moraine.testing.PlannedFaults;
import io.moraine.testing.SelfMovingClock;
import io.moraine.testing.SkewedStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commits of one process and of several, over one store whose objects are in memory. */
class CommitTest {
  private final SelfMovingClock clock = new SelfMovingClock(Instant.parse("2027-01-15T10:00:00Z"));
  private final SkewedStore store = new SkewedStore(new MemoryObjectStore("commits", clock));
  private final List<OwnProcess> processes = new ArrayList<>();

  /** A process of its own on the store. */
  private final class OwnProcess {
    private final PlannedFaults way = new PlannedFaults(store);
    private final ManualBackground background = new ManualBackground(clock);
    private final Catalog catalog;

    private OwnProcess(WriterSettings settings) {
      catalog =
          Catalog.over(
              way,
              CatalogOptions.of("memory:commits").withWriter(settings),
              clock,
              IdSource.SYSTEM,
              background);
      processes.add(this);
    }

    private Transaction begin() {
      try (ReadScope scope = catalog.readScope()) {
        return catalog.begin(scope);
      }
    }

    private CommitPosition createSchema(String name) {
      try (Transaction transaction = begin()) {
        return createSchema(transaction, name);
      }
    }

    private CommitPosition createSchema(Transaction transaction, String name) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      commit.createSchema(name);
      return commit.commit();
    }

    private List<String> schemas() {
      List<String> names = new ArrayList<>();
      try (ReadScope scope = catalog.readScope();
          var rows = scope.open(TableScan.of(MetadataTable.SCHEMA).select("schema_name"))) {
        while (rows.next()) {
          names.add(String.valueOf(rows.row()[0]));
        }
      }
      return names;
    }

    private void idle() {
      clock.advance(Duration.ofSeconds(3));
      background.runDue();
    }
  }

  @BeforeEach
  void createLake() {
    Catalog.create(
        store,
        NewLake.PLAIN,
        CatalogOptions.of("memory:commits"),
        clock,
        IdSource.SYSTEM,
        new ManualBackground(clock));
  }

  @AfterEach
  void closeProcesses() {
    processes.forEach(each -> each.catalog.close());
  }

  private OwnProcess process() {
    return new OwnProcess(WriterSettings.DEFAULT);
  }

  @Test
  void aCommitIsSeenByEveryProcess() {
    OwnProcess writer = process();
    OwnProcess reader = process();
    assertThat(reader.schemas()).containsExactly("main");
    assertThat(writer.createSchema("sales")).isEqualTo(new CommitPosition(1, 1));
    assertThat(writer.schemas()).containsExactly("main", "sales");
    assertThat(reader.schemas()).containsExactly("main", "sales");
  }

  @Test
  void stagedRowsAreSeenByTheirTransactionAlone() {
    OwnProcess writer = process();
    try (Transaction transaction = writer.begin()) {
      new DuckLakeCommit(transaction).createSchema("sales");
      assertThat(transaction.stagedRows()).isPositive();
      assertThat(writer.schemas()).containsExactly("main");
      transaction.rollbackTo(0);
      assertThat(transaction.stagedRows()).isZero();
    }
    assertThat(writer.schemas()).containsExactly("main");
    assertThat(writer.catalog.writerFigures().role()).isEqualTo(Role.NONE);
  }

  @Test
  void ofTwoTransactionsOverOneRevisionOneWinsAndTheOtherWinsWhenItBeginsAgain() {
    OwnProcess writer = process();
    try (Transaction first = writer.begin();
        Transaction second = writer.begin()) {
      writer.createSchema(first, "one");
      assertFails(Kind.CONFLICT, () -> writer.createSchema(second, "two"));
    }
    assertThat(writer.createSchema("two")).isEqualTo(new CommitPosition(2, 2));
    assertThat(writer.schemas()).containsExactly("main", "one", "two");
  }

  @Test
  void processesTakeTurns() {
    OwnProcess one = process();
    OwnProcess two = process();
    one.createSchema("a");
    one.idle();
    assertThat(one.catalog.writerFigures().role()).isEqualTo(Role.GIVEN_UP);
    try (Transaction stale = one.begin()) {
      two.createSchema("b");
      two.idle();
      assertFails(Kind.CONFLICT, () -> one.createSchema(stale, "c"));
    }
    one.createSchema("c");
    assertThat(two.schemas()).containsExactly("main", "a", "b", "c");
    assertThat(one.catalog.writerFigures().epoch()).hasValue(4);
  }

  @Test
  void theRoleIsResumedUnderTheSameEpochIfNobodyWroteSince() {
    OwnProcess writer = process();
    writer.createSchema("a");
    long epoch = writer.catalog.writerFigures().epoch().orElseThrow();
    writer.idle();
    writer.createSchema("b");
    assertThat(writer.catalog.writerFigures().epoch()).hasValue(epoch);
    assertThat(writer.catalog.writerFigures().role()).isEqualTo(Role.HELD);
  }

  @Test
  void theRoleIsNotTakenFromAWriterAtWork() {
    OwnProcess atWork = process();
    atWork.createSchema("a");
    OwnProcess other =
        new OwnProcess(new WriterSettings(TakeOver.IDLE, Duration.ZERO, Duration.ofSeconds(2)));
    assertThatThrownBy(() -> other.createSchema("b"))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.WRITER_BUSY))
        .hasMessageContaining("epoch 2 wrote to the log 0 s ago");
    clock.advance(Duration.ofSeconds(31));
    other.createSchema("b");
    assertThat(other.schemas()).containsExactly("main", "a", "b");
    assertThat(other.catalog.writerFigures().takeOvers()).isOne();
  }

  /** As of one that publishes nothing: Rust, or a process that died before it did. */
  @Test
  void theRoleIsNotTakenForTenMinutesFromAWriterThatPublishesNothing() {
    process().createSchema("a");
    String newest = store.list("manifest", "").get(store.list("manifest", "").size() - 1).path();
    long id = Long.parseLong(newest.replaceAll("\\D", "")) + 1;
    store.putIfAbsent(
        newest.replaceAll("\\d+", String.format(Locale.ROOT, "%020d", id)),
        ManifestEdits.withoutCheckpoints(store.read(newest)),
        "unpublished");
    OwnProcess other =
        new OwnProcess(new WriterSettings(TakeOver.IDLE, Duration.ZERO, Duration.ofSeconds(2)));
    clock.advance(Duration.ofSeconds(595));
    assertThatThrownBy(() -> other.createSchema("b"))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.WRITER_BUSY))
        .hasMessageContaining("counts as idle after 600 s");
    clock.advance(Duration.ofSeconds(6));
    other.createSchema("b");
    assertThat(other.schemas()).containsExactly("main", "a", "b");
  }

  @Test
  void aCommitWaitsForAWriterThatSoonIsIdle() {
    process().createSchema("a");
    clock.advance(Duration.ofSeconds(25));
    OwnProcess patient =
        new OwnProcess(
            new WriterSettings(TakeOver.IDLE, Duration.ofMinutes(1), Duration.ofSeconds(2)));
    patient.createSchema("b");
    assertThat(patient.schemas()).containsExactly("main", "a", "b");
  }

  @Test
  void aWriterWhoseRoleWasTakenByForceLosesAndBeginsAgain() {
    OwnProcess first = process();
    first.createSchema("a");
    OwnProcess second = new OwnProcess(WriterSettings.DEFAULT.withTakeOver(TakeOver.FORCE));
    try (Transaction begun = first.begin()) {
      second.createSchema("b");
      assertFails(Kind.CONFLICT, () -> first.createSchema(begun, "c"));
    }
    assertThat(first.schemas()).containsExactly("main", "a", "b");
    second.idle();
    first.createSchema("c");
    assertThat(second.schemas()).containsExactly("main", "a", "b", "c");
  }

  @Test
  void nothingIsWrittenWithAClockThatIsFarAheadOfTheStores() {
    OwnProcess hasty = process();
    store.setClockLead(Duration.ofSeconds(-5));
    hasty.createSchema("a");
    OwnProcess tooHasty = new OwnProcess(WriterSettings.DEFAULT.withTakeOver(TakeOver.FORCE));
    store.setClockLead(Duration.ofMillis(-5_001));
    assertFails(Kind.CLOCK, () -> tooHasty.createSchema("b"));
    assertThat(hasty.schemas()).containsExactly("main", "a");
  }

  @Test
  void neverTakesOnlyWhatWasGivenUp() {
    OwnProcess first = process();
    first.createSchema("a");
    OwnProcess never =
        new OwnProcess(new WriterSettings(TakeOver.NEVER, Duration.ZERO, Duration.ofSeconds(2)));
    clock.advance(Duration.ofDays(1));
    assertFails(Kind.WRITER_BUSY, () -> never.createSchema("b"));
    first.background.runDue();
    never.createSchema("b");
    assertThat(never.schemas()).containsExactly("main", "a", "b");
  }

  @Test
  void aCommitWithTheRoleHeldIsALogObjectAndAManifest() {
    OwnProcess writer = process();
    writer.createSchema("a");
    try (Transaction transaction = writer.begin()) {
      writer.way.planNothing();
      writer.createSchema(transaction, "b");
    }
    assertThat(writer.way.writes())
        .hasSize(2)
        .satisfiesExactly(
            log -> assertThat(log).startsWith("wal/"),
            manifest -> assertThat(manifest).startsWith("manifest/"));
  }

  @Test
  void aTransactionWithoutRowsWritesNothing() {
    OwnProcess writer = process();
    writer.schemas();
    writer.way.planNothing();
    try (Transaction transaction = writer.begin()) {
      assertThat(transaction.commit(Optional.empty())).isEqualTo(new CommitPosition(0, 0));
    }
    assertThat(writer.way.writes()).isEmpty();
  }

  @Test
  void aTransactionThatIsOverRefusesEverything() {
    OwnProcess writer = process();
    Transaction transaction = writer.begin();
    writer.createSchema(transaction, "a");
    assertFails(Kind.CLOSED, () -> transaction.commit(Optional.empty()));
    assertFails(Kind.CLOSED, () -> transaction.rollbackTo(0));
    assertFails(Kind.CLOSED, () -> transaction.scope().open(TableScan.of(MetadataTable.TABLE)));
    transaction.close();
  }

  @Test
  void aLakeIsCreatedInAnEmptyPlaceOnly() {
    assertFails(Kind.ALREADY_EXISTS, this::createLake);
    MemoryObjectStore other = new MemoryObjectStore("other", clock);
    other.putIfAbsent("data/file.parquet", Bytes.utf8("x"), "01HF7YATZ80000000000000001");
    assertFails(
        Kind.ALREADY_EXISTS,
        () ->
            Catalog.create(
                other,
                NewLake.PLAIN,
                CatalogOptions.of("memory:other"),
                clock,
                IdSource.SYSTEM,
                new ManualBackground(clock)));
    assertThat(other.list("manifest", "")).isEmpty();
  }

  @Test
  void operatorsPinFlushAndReleaseWhatWasCommitted() {
    OwnProcess writer = process();
    writer.createSchema("a");
    UUID pinned =
        writer.catalog.createCheckpoint(Optional.of("before"), Optional.of(Duration.ofHours(1)));
    writer.createSchema("b");
    assertThat(writer.catalog.flush()).isPositive();
    StoreInspection flushed = writer.catalog.inspect();
    assertThat(flushed.segments())
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.l0()).hasSize(1));
    assertThat(flushed.checkpoints()).anySatisfy(each -> assertThat(each.id()).isEqualTo(pinned));
    assertThat(writer.catalog.deleteCheckpoint(pinned)).isTrue();
    assertThat(writer.catalog.deleteCheckpoint(pinned)).isFalse();
    assertThat(writer.schemas()).containsExactly("main", "a", "b");
    assertFails(
        Kind.INVALID_REQUEST,
        () -> writer.catalog.createCheckpoint(Optional.of("moraine-lease"), Optional.empty()));
  }

  private static void assertFails(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).as(e.toString()).isEqualTo(kind));
  }
}
