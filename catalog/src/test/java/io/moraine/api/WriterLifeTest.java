package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.TakeOver;
import io.moraine.model.Transaction;
import io.moraine.model.WriterFigures.Role;
import io.moraine.model.WriterSettings;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.FailingObjectStore;
import io.moraine.testing.ManualBackground;
import io.moraine.testing.ReactingObjectStore;
import io.moraine.testing.SelfMovingClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How a process takes the writer role, keeps it while it commits a lot, and ends. */
class WriterLifeTest {
  private final SelfMovingClock clock = new SelfMovingClock(Instant.parse("2027-01-15T10:00:00Z"));
  private final MemoryObjectStore store = new MemoryObjectStore("writers", clock);
  private final List<Catalog> catalogs = new ArrayList<>();
  private final ManualBackground background = new ManualBackground(clock);

  @BeforeEach
  void createLake() {
    Catalog.create(
        store,
        NewLake.PLAIN,
        CatalogOptions.of("memory:writers"),
        clock,
        IdSource.SYSTEM,
        new ManualBackground(clock));
  }

  @AfterEach
  void closeCatalogs() {
    catalogs.forEach(Catalog::close);
  }

  private Catalog catalog(ObjectStore way) {
    return catalog(way, WriterSettings.DEFAULT);
  }

  private Catalog catalog(ObjectStore way, WriterSettings settings) {
    Catalog catalog =
        Catalog.over(
            way,
            CatalogOptions.of("memory:writers").withWriter(settings),
            clock,
            IdSource.SYSTEM,
            background);
    catalogs.add(catalog);
    return catalog;
  }

  private static Transaction begin(Catalog catalog) {
    try (ReadScope scope = catalog.readScope()) {
      return catalog.begin(scope);
    }
  }

  private static void createSchema(Catalog catalog, String name) {
    try (Transaction transaction = begin(catalog)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      commit.createSchema(name);
      commit.commit();
    }
  }

  @Test
  void manyCommitsWaitForOthersOnceInFiveSecondsOnly() {
    Catalog writer = catalog(store);
    Instant begun = clock.now();
    for (int i = 0; i < 400; i++) {
      clock.advance(Duration.ofMillis(50));
      createSchema(writer, "s" + i);
    }
    assertThat(Duration.between(begun, clock.now()))
        .isBetween(Duration.ofSeconds(21), Duration.ofSeconds(23));
  }

  @Test
  void nothingIsCommittedThroughACatalogThatIsClosed() {
    Catalog writer = catalog(store);
    Transaction begun = begin(writer);
    DuckLakeCommit commit = new DuckLakeCommit(begun);
    commit.createSchema("late");
    writer.close();
    assertFails(Kind.CLOSED, commit::commit);
    assertThat(background.openTasks()).isZero();
    assertThat(catalog(store).writerFigures().epoch()).isEmpty();
    assertThat(store.list("wal", "")).hasSize(2);
  }

  @Test
  void nothingIsCommittedThroughAClosedCatalogThoughAnotherHasTheLakeOpen() {
    CatalogOptions options = CatalogOptions.of("memory:closed");
    Catalog.create(options, NewLake.PLAIN);
    try (Catalog open = Catalog.open(options)) {
      Catalog closed = Catalog.open(options);
      DuckLakeCommit late = new DuckLakeCommit(begin(closed));
      late.createSchema("late");
      closed.close();
      assertFails(Kind.CLOSED, late::commit);
      createSchema(open, "a");
    }
  }

  @Test
  void aTakeOverThatFailedHalfwayIsGoneOnWithByTheSameProcess() {
    createSchema(catalog(store), "dead");
    clock.advance(Duration.ofSeconds(31));
    ReactingObjectStore way = new ReactingObjectStore(store);
    Catalog writer =
        catalog(way, new WriterSettings(TakeOver.IDLE, Duration.ZERO, Duration.ofSeconds(2)));
    way.before(
        "put wal/",
        () ->
            way.before(
                "read wal/",
                () -> {
                  throw new IllegalStateException("the machine has no memory left");
                }));
    assertThatThrownBy(() -> createSchema(writer, "a")).isInstanceOf(RuntimeException.class);
    createSchema(writer, "a");
  }

  @Test
  void theRoleIsGivenUpThoughTheLogCannotBeFlushed() {
    FailingObjectStore way = new FailingObjectStore(store);
    Catalog writer = catalog(way);
    for (int i = 0; i < 260; i++) {
      createSchema(writer, "s" + i);
    }
    way.failBy(FailingObjectStore.Rule.onPath("compacted/", ObjectStoreException.Kind.UNAVAILABLE));
    clock.advance(Duration.ofSeconds(3));
    background.runDue();
    assertThat(writer.writerFigures().role()).isEqualTo(Role.GIVEN_UP);
    way.failBy(FailingObjectStore.Rule.NEVER);
    createSchema(writer, "later");
    background.runDue();
    assertThat(writer.writerFigures().tailObjects()).isZero();
  }

  @Test
  void theRoleIsGivenUpLaterIfThatFailsForWhateverReason() {
    ReactingObjectStore way = new ReactingObjectStore(store);
    Catalog writer = catalog(way);
    createSchema(writer, "a");
    way.before(
        "read gc/",
        () -> {
          throw new IllegalStateException("nobody thought of this");
        });
    clock.advance(Duration.ofSeconds(3));
    background.runDue();
    assertThat(writer.writerFigures().role()).isEqualTo(Role.HELD);
    clock.advance(Duration.ofSeconds(3));
    background.runDue();
    assertThat(writer.writerFigures().role()).isEqualTo(Role.GIVEN_UP);
  }

  @Test
  void theMemoryOfAReplayIsGivenBackOnceItIsFlushed() {
    Catalog first = catalog(store);
    for (int i = 0; i < 20; i++) {
      createSchema(first, "s" + i);
    }
    first.close();
    Catalog second = catalog(store);
    createSchema(second, "last");
    assertThat(second.flush()).isPositive();
    second.readScope().close();
    CatalogFigures figures = second.figures();
    assertThat(figures.workingMemoryUsedBytes())
        .isEqualTo(figures.generations().stream().mapToLong(each -> each.tailBytes()).sum());
  }

  @Test
  void aCheckpointIsStillShownAfterACommitWasLostToAnotherWriter() {
    CatalogOptions options =
        CatalogOptions.of("memory:pinned")
            .withWriter(WriterSettings.DEFAULT.withTakeOver(TakeOver.FORCE));
    Catalog.create(options, NewLake.PLAIN);
    try (Catalog first = Catalog.open(options);
        Catalog second =
            Catalog.over(
                MemoryObjectStore.named("pinned", clock),
                options,
                Clock.SYSTEM,
                IdSource.SYSTEM,
                background)) {
      createSchema(first, "a");
      UUID pinned = first.createCheckpoint(Optional.empty(), Optional.empty());
      try (Transaction begun = begin(first)) {
        DuckLakeCommit lost = new DuckLakeCommit(begun);
        lost.createSchema("lost");
        createSchema(second, "b");
        assertFails(Kind.CONFLICT, lost::commit);
      }
      try (Catalog atCheckpoint = Catalog.open(options.withCheckpoint(Optional.of(pinned)));
          ReadScope scope = atCheckpoint.readScope()) {
        assertThat(scope.snapshotId()).isOne();
      }
    }
  }

  private static void assertFails(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).as(e.toString()).isEqualTo(kind));
  }
}
