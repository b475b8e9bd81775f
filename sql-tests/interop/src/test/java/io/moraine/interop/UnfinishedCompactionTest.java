package io.moraine.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.moraine.api.Catalog;
import io.moraine.model.NewView;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.compaction.CompactionProgress;
import io.moraine.slate.compaction.CompactionState;
import io.moraine.testing.ManualClock;
import io.moraine.testing.PlannedFaults;
import io.moraine.testing.PlannedFaults.WriteFault;
import io.moraine.testing.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One of Java and Rust dies while it compacts, and the other finds what it left. */
class UnfinishedCompactionTest {
  private static final int FLUSHES = 6;
  private static final int LARGE_VIEW = 1 << 20;
  private static final int MOST_TRIES = 8;
  private static final int MOST_LOOKS = 2000;
  private static final int LOOK_MILLIS = 5;

  /** Rust takes up what nobody worked at for thirty seconds. */
  private static final Duration LONG_AGO = Duration.ofSeconds(40);

  private final RustProgram rust = RustProgram.built();

  /** A lake whose tables wait to be merged. */
  private static JavaLake flushed(int bytes) {
    RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
    JavaLake lake = JavaLake.create();
    try (Catalog catalog = lake.open()) {
      for (int i = 0; i < FLUSHES; i++) {
        String name = "v" + i;
        byte[] text = new byte[bytes / 2];
        random.nextBytes(text);
        String sql = "select '" + HexFormat.of().formatHex(text) + "'";
        var unused = catalog.commit(changes -> changes.createView(0, view(name, sql)));
        assertThat(catalog.flush()).isPositive();
      }
    }
    return lake;
  }

  private static NewView view(String name, String sql) {
    return new NewView(name, "duckdb", sql, List.of());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 8, 11})
  void whatJavaLeftUnfinishedRustGetsOver(int writes) {
    Path folder = flushed(100).folder();
    ObjectStore store = JavaStore.objects(folder);
    List<String> rows = rows(store);
    PlannedFaults dying = new PlannedFaults(store);
    dying.plan(writes, WriteFault.FREEZE);
    ManualClock then = new ManualClock(Instant.now().minus(LONG_AGO));
    Throwable death =
        catchThrowable(
            () ->
                JavaStore.compactor(dying, then)
                    .compactFully(Optional.empty(), CompactionProgress.NONE));
    assertThat(dying.hasStruck()).isTrue();
    assertThat(death).isNotNull();
    int left = unfinished(store);
    List<String> statuses = compactByRust(folder);
    for (int tries = 1; statuses.contains("failed"); tries++) {
      assertThat(tries).as("merges beside one that is gone on with").isLessThan(MOST_TRIES);
      statuses = compactByRust(folder);
    }
    assertThat(unfinished(store)).isZero();
    System.out.printf("Java died after %d writes and left %d unfinished%n", writes, left);
    checkSame(folder, store, rows);
  }

  /**
   * What became of its merges: one fails whose tables it merges already, where another left off.
   */
  private List<String> compactByRust(Path folder) {
    return rust.run("compact", folder).get("merged").findValuesAsText("status");
  }

  @Test
  void whatRustLeftUnfinishedJavaGetsOver() throws InterruptedException {
    JavaLake lake = flushed(LARGE_VIEW);
    int tries = 1;
    OptionalInt left = killed(lake.copy());
    while (left.isEmpty()) {
      assertThat(++tries).as("tries to kill it in time").isLessThan(MOST_TRIES);
      left = killed(lake.copy());
    }
    System.out.printf("Rust was killed in %d tries, %d left%n", tries, left.getAsInt());
  }

  /** How many compactions Rust left that was killed; empty if it had none under way. */
  private OptionalInt killed(Path folder) throws InterruptedException {
    ObjectStore store = JavaStore.objects(folder);
    List<String> rows = rows(store);
    Process compacting = rust.start("compact", folder);
    for (int looks = 0; unfinished(store) == 0 && looks < MOST_LOOKS; looks++) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    compacting.destroyForcibly().waitFor();
    int left = unfinished(store);
    var results =
        JavaStore.compactor(store).compactFully(Optional.empty(), CompactionProgress.NONE);
    assertThat(results).hasSizeGreaterThanOrEqualTo(left > 0 ? 1 : 0);
    assertThat(unfinished(store)).isZero();
    checkSame(folder, store, rows);
    return left == 0 ? OptionalInt.empty() : OptionalInt.of(left);
  }

  private static List<String> rows(ObjectStore store) {
    List<String> rows =
        JavaStore.live(store).read(Instant.now().getEpochSecond()).get(JavaStore.NEWEST);
    assertThat(rows).isNotEmpty();
    return List.copyOf(rows);
  }

  private static int unfinished(ObjectStore store) {
    return Stores.compactions(store, JavaStore.LAYOUT)
        .readLatest()
        .map(CompactionState::unfinished)
        .map(List::size)
        .orElse(0);
  }

  /** Both read what was there before, also once each has compacted and collected again. */
  private void checkSame(Path folder, ObjectStore store, List<String> rows) {
    assertThat(JavaStore.rows(rust.run("store-dump", folder, "0.18"))).isEqualTo(rows);
    var unused = JavaStore.compactor(store).compactFully(Optional.empty(), CompactionProgress.NONE);
    rust.run("gc", folder, 0);
    assertThat(rows(store)).isEqualTo(rows);
    JavaLake lake = JavaLake.in(folder);
    assertThat(JavaLake.tables(rust.run("dump", folder))).isEqualTo(lake.tables());
    rust.run("store-check", lake.copy(), "0.18");
  }
}
