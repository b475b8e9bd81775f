package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogFigures;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.testing.FailingObjectStore;
import io.moraine.testing.Fixtures;
import io.moraine.testing.OverlayObjectStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever goes wrong with the objects of a lake, and whenever: a caller gets all rows as they are
 * or a {@link CatalogException}, and nothing stays open or charged.
 */
@Timeout(120)
class FailingLakeTest {
  private static final long SEED = Long.getLong("moraine.lake.mutations.seed", 20261130);
  private static final int MUTATIONS = Integer.getInteger("moraine.lake.mutations", 1000);
  private static final int READERS = 3;

  private final FileObjectStore intact =
      FileObjectStore.open(Fixtures.store("moraine/shop-tail").toString(), Clock.SYSTEM);
  private final OverlayObjectStore overlay = new OverlayObjectStore(intact);
  private final FailingObjectStore store = new FailingObjectStore(overlay);
  private final List<List<String>> rows = new ArrayList<>(outcome(intact).rows());
  private final AtomicInteger calls = new AtomicInteger();

  /**
   * What one reader was given.
   *
   * @param rows of all tables; empty if it failed
   * @param error how it failed
   */
  private record Outcome(List<List<String>> rows, Optional<Kind> error) {}

  @ParameterizedTest
  @CsvSource({
    "compacted, REVISION_EXPIRED CORRUPTION",
    "wal, CORRUPTION",
    "manifest, NO_LAKE",
    "'manifest wal compacted', NO_LAKE REVISION_EXPIRED CORRUPTION"
  })
  void objectsThatVanishBeforeAnyCallAreToldToEveryReader(String folders, String kinds) {
    Set<String> allowed = Set.of(kinds.split(" "));
    removeAll("wal");
    List<List<String>> withoutLog = outcome(overlay).rows();
    overlay.restore();
    int all = countCalls();
    for (int call = 1; call <= all; call++) {
      overlay.restore();
      before(call, () -> List.of(folders.split(" ")).forEach(this::removeAll));
      for (Outcome each : outcomes()) {
        assertThat(each.error().map(Kind::name).map(allowed::contains).orElse(true))
            .as("%s before call %d", each.error(), call)
            .isTrue();
        // A log that is gone before anybody looked cannot be told from one that was never written.
        assertThat(each.rows()).isIn(rows, withoutLog, List.of());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ObjectStoreException.Kind.class,
      names = {"FORBIDDEN", "UNAVAILABLE", "UNANSWERED"})
  void aCallThatFailsIsToldAndTheNextReaderGoesOn(ObjectStoreException.Kind kind) {
    int all = countCalls();
    Kind expected =
        kind == ObjectStoreException.Kind.FORBIDDEN ? Kind.FORBIDDEN : Kind.STORE_UNAVAILABLE;
    for (int call = 1; call <= all; call++) {
      int failing = call;
      calls.set(0);
      store.failBy(
          (what, path) ->
              calls.incrementAndGet() == failing ? Optional.of(kind) : Optional.empty());
      try (OpenLake lake = TestLakes.over(store, Clock.SYSTEM, ReadOptions.DEFAULT)) {
        Outcome first = outcome(lake);
        assertThat(first.error().orElse(expected)).as("call %d", call).isEqualTo(expected);
        assertThat(outcome(lake).rows()).as("after call %d", call).isEqualTo(rows);
        assertNothingIsOpen(lake);
      }
    }
  }

  @Test
  void damageToAnyObjectGivesRowsOrATypedError() {
    List<ObjectMeta> objects =
        Stream.of("manifest", "wal", "compacted")
            .flatMap(folder -> intact.list(folder, "").stream())
            .toList();
    String newest = LakeFolder.manifestName(7);
    for (int number = 0; number < MUTATIONS; number++) {
      SplittableRandom random = new SplittableRandom(SEED + 0x9e3779b97f4a7c15L * number);
      String path = number % 2 == 0 ? newest : objects.get(random.nextInt(objects.size())).path();
      overlay.restore();
      overlay.replace(path, damaged(intact.read(path), random));
      Outcome found = outcome(overlay);
      if (path.startsWith("compacted/") && found.error().isEmpty()) {
        assertThat(found.rows()).as("mutation %d of seed %d", number, SEED).isEqualTo(rows);
      }
    }
  }

  private static Bytes damaged(Bytes content, SplittableRandom random) {
    byte[] bytes = content.toArray();
    if (bytes.length == 0 || random.nextInt(8) == 0) {
      return Bytes.wrap(Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
    }
    for (int i = random.nextInt(3); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return Bytes.wrap(bytes);
  }

  private int countCalls() {
    before(Integer.MAX_VALUE, () -> {});
    assertThat(outcome(store).rows()).isEqualTo(rows);
    return calls.get();
  }

  /** Has {@code reaction} happen before one of the calls to the store, counted from now and 1. */
  private void before(int call, Runnable reaction) {
    calls.set(0);
    store.failBy(
        (what, path) -> {
          if (calls.incrementAndGet() == call) {
            reaction.run();
          }
          return Optional.empty();
        });
  }

  private void removeAll(String folder) {
    intact.list(folder, "").forEach(each -> overlay.remove(each.path()));
  }

  /** What several readers of one lake are given at once. */
  private List<Outcome> outcomes() {
    try (OpenLake lake = TestLakes.over(store, Clock.SYSTEM, ReadOptions.DEFAULT)) {
      List<CompletableFuture<Outcome>> readers =
          IntStream.range(0, READERS)
              .mapToObj(each -> CompletableFuture.supplyAsync(() -> outcome(lake)))
              .toList();
      List<Outcome> found = readers.stream().map(CompletableFuture::join).toList();
      assertNothingIsOpen(lake);
      return found;
    }
  }

  private static Outcome outcome(ObjectStore objects) {
    try (OpenLake lake = TestLakes.over(objects, Clock.SYSTEM, ReadOptions.DEFAULT)) {
      Outcome found = outcome(lake);
      assertNothingIsOpen(lake);
      return found;
    }
  }

  private static Outcome outcome(OpenLake lake) {
    try (ReadScope scope = TestLakes.newest(lake)) {
      return new Outcome(
          Arrays.stream(MetadataTable.values()).map(each -> TestLakes.lines(scope, each)).toList(),
          Optional.empty());
    } catch (CatalogException e) {
      return new Outcome(List.of(), Optional.of(e.kind()));
    }
  }

  private static void assertNothingIsOpen(OpenLake lake) {
    CatalogFigures figures = lake.figures();
    assertThat(figures.scopes()).isEmpty();
    assertThat(figures.generations()).allSatisfy(each -> assertThat(each.openScopes()).isZero());
    assertThat(figures.workingMemoryUsedBytes())
        .isEqualTo(
            figures.generations().stream().mapToLong(CatalogFigures.Generation::tailBytes).sum());
  }
}
