package io.moraine.interop;

import static io.moraine.interop.RustScript.verb;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.api.Catalog;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.Changes;
import io.moraine.model.CollectionOptions;
import io.moraine.model.CommitRequest;
import io.moraine.model.NewColumn;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewTable;
import io.moraine.model.ReadScope;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.SlateCompactor;
import io.moraine.slate.compaction.CompactionProgress;
import io.moraine.slate.compaction.CompactorFencedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Java and Rust write, flush, compact and collect one lake, each step by one of them, in an order
 * by a seed. After each turn both read the same, from the lake and from the store, and all that was
 * pinned or open before shows what it showed.
 */
class UpkeepTurnsTest {
  private static final int TURNS = Integer.getInteger("moraine.turns", 10);
  private static final long SEED = Long.getLong("moraine.seed", System.nanoTime() >>> 1);
  private static final int MOST_TRIES = 5;
  private static final int MOST_OPEN = 5;

  private final RustProgram rust = RustProgram.built();
  private final Random random = new Random(SEED);
  private final JavaLake lake = JavaLake.create();
  private final Catalog catalog = lake.open();
  private final ObjectStore store = JavaStore.objects(lake.folder());
  private final SlateCompactor compactor = JavaStore.compactor(store);
  private final List<OpenScope> scopes = new ArrayList<>();
  private final Map<String, List<String>> pinned = new TreeMap<>();
  private final Map<String, Integer> done = new TreeMap<>();

  /** A scope that stays open, and all it showed. */
  private record OpenScope(ReadScope scope, Map<String, List<List<@Nullable Object>>> tables) {}

  @AfterEach
  void close() {
    scopes.forEach(each -> each.scope().close());
    catalog.close();
    store.close();
  }

  @Test
  void whatOneCompactedAndCollectedTheOtherReadsAndGoesOnFrom() {
    System.out.printf("%d turns, -Dmoraine.seed=%d%n", TURNS, SEED);
    writeByJava(0);
    for (int turn = 1; turn <= TURNS; turn++) {
      List<Runnable> steps = steps(turn);
      Collections.shuffle(steps, random);
      steps.forEach(Runnable::run);
      check(turn);
    }
    int rows = rust.run("store-check", lake.copy(), "0.18").get("rows").intValue();
    assertThat(rust.run("store-check", lake.copy(), "0.16").get("rows").intValue()).isEqualTo(rows);
    System.out.println(done + ", " + rows + " rows in the end");
    assertThat(done).containsKeys("compactions of Java", "compactions of Rust");
  }

  private List<Runnable> steps(int turn) {
    List<Runnable> steps = new ArrayList<>();
    steps.add(either(() -> writeByJava(turn), () -> writeByRust(turn)));
    steps.add(either(() -> writeByJava(TURNS + turn), () -> writeByRust(TURNS + turn)));
    steps.add(either(this::flushByJava, this::flushByRust));
    steps.add(either(this::compactByJava, this::compactByRust));
    steps.add(either(this::compactByJava, this::compactByRust));
    steps.add(either(this::collectByJava, this::collectByRust));
    steps.add(either(this::collectByBoth, this::pin));
    steps.add(this::open);
    return steps;
  }

  private Runnable either(Runnable one, Runnable other) {
    return random.nextBoolean() ? one : other;
  }

  private void count(String what, int more) {
    done.merge(what, more, Integer::sum);
  }

  /** Verbs of three commits. */
  private void writeByJava(int number) {
    String name = "j" + number;
    commit(
        changes -> {
          long schema = changes.createSchema(name);
          long table =
              changes.createTable(
                  schema, NewTable.of("t", NewColumn.of("id", "int64"), NewColumn.of("ü", "json")));
          changes.setTag(table, "comment", "of Java");
        });
    commit(
        changes -> {
          List<Long> files = changes.addDataFiles(table(changes, name), files(name));
          assertThat(files).hasSize(2);
        });
    commit(
        changes -> {
          long table = table(changes, name);
          long column =
              changes.addColumn(table, OptionalLong.empty(), NewColumn.of("more", "float64"));
          assertThat(column).isPositive();
          changes.renameTable(table, "renamed");
        });
    count("commits of Java", 3);
  }

  private static List<NewDataFile> files(String name) {
    return List.of(
        NewDataFile.of(name + "-a.parquet", true, 10, 1234, 99),
        NewDataFile.of(name + "-b.parquet", true, 7, 777, 99));
  }

  private static long table(Changes changes, String schema) {
    return changes.findTable(changes.findSchema(schema).orElseThrow(), "t").orElseThrow();
  }

  /** Until it is not lost to a process that wrote meanwhile. */
  private void commit(Consumer<Changes> work) {
    for (int tries = 1; ; tries++) {
      try (ReadScope scope = catalog.readScope()) {
        var committed =
            catalog.commit(
                CommitRequest.NEWEST.basedOn(scope.position()),
                changes -> {
                  work.accept(changes);
                  return true;
                });
        assertThat(committed.changed()).isTrue();
        return;
      } catch (CatalogException e) {
        assertThat(e.kind()).as(e.getMessage()).isEqualTo(Kind.CONFLICT);
        assertThat(tries).isLessThan(MOST_TRIES);
      }
    }
  }

  private void writeByRust(int number) {
    String name = "r" + number;
    RustScript script =
        new RustScript()
            .verbs(
                verb("create_schema", name),
                verb("create_table", name, "t", List.of(List.of("id", "int64"))))
            .verbs(
                verb("register_data_file", name, "t", "a.parquet", 10, Map.of()),
                verb("register_data_file", name, "t", "b.parquet", 7, Map.of()))
            .verbs(
                verb("add_column", name, "t", List.of("more", "float64")),
                verb("set_table_tag", name, "t", "comment", "of Rust"));
    JsonNode answers = rust.run("commit", lake.folder(), script.file()).get("commits");
    assertThat(answers).allSatisfy(each -> assertThat(each.has("snapshot")).isTrue());
    count("commits of Rust", answers.size());
  }

  private void flushByJava() {
    count("tables flushed by Java", asWriter(catalog::flush));
  }

  /** The first try may find that another took the role. */
  private static <T> T asWriter(Supplier<T> work) {
    try {
      return work.get();
    } catch (CatalogException e) {
      assertThat(e.kind()).isEqualTo(Kind.WRITER_BUSY);
      return work.get();
    }
  }

  private void flushByRust() {
    rust.run("flush", lake.folder());
    count("flushes of Rust", 1);
  }

  /** Everything, or what is due; another compactor may have been there meanwhile. */
  private void compactByJava() {
    boolean all = random.nextBoolean();
    try {
      compactByJava(all);
    } catch (CompactorFencedException e) {
      count("fenced compactors of Java", 1);
      compactByJava(all);
    }
  }

  private void compactByJava(boolean all) {
    if (all) {
      count(
          "compactions of Java",
          compactor.compactFully(Optional.empty(), CompactionProgress.NONE).size());
    } else if (compactor.compactNext(CompactionProgress.NONE).isPresent()) {
      count("compactions of Java", 1);
    }
  }

  private void compactByRust() {
    JsonNode merged = rust.run("compact", lake.folder()).get("merged");
    assertThat(merged.findValuesAsText("status")).allMatch("completed"::equals);
    count("compactions of Rust", merged.size());
  }

  private void collectByJava() {
    var report = catalog.collect(CollectionOptions.DEFAULT.withMinAge(Duration.ZERO));
    count(
        "objects collected by Java",
        (int) report.kinds().stream().mapToLong(k -> k.deleted()).sum());
  }

  private void collectByRust() {
    count("objects collected by Rust", rust.run("gc", lake.folder(), 0).get("collected").size());
  }

  private void collectByBoth() {
    CompletableFuture<Void> beside = CompletableFuture.runAsync(this::collectByJava);
    rust.run("gc", lake.folder(), 0);
    beside.join();
    count("collections of both", 1);
  }

  /** Pins the newest state, for longer than this takes. */
  private void pin() {
    if (random.nextBoolean()) {
      var unused =
          asWriter(
              () -> catalog.createCheckpoint(Optional.of("pin"), Optional.of(Duration.ofHours(1))));
    } else {
      rust.run("checkpoint", lake.folder(), 3600);
    }
    count("checkpoints", 1);
  }

  private void open() {
    if (scopes.size() == MOST_OPEN) {
      scopes.remove(0).scope().close();
    }
    ReadScope scope = catalog.readScope();
    scopes.add(new OpenScope(scope, JavaLake.tables(scope)));
  }

  private void check(int turn) {
    JsonNode dump = rust.run("dump", lake.folder());
    try (ReadScope scope = catalog.readScope()) {
      Map<String, List<List<@Nullable Object>>> ofRust = JavaLake.tables(dump);
      JavaLake.tables(scope)
          .forEach(
              (name, rows) ->
                  assertThat(rows).as("%s after turn %d", name, turn).isEqualTo(ofRust.get(name)));
    }
    checkRows(turn);
    scopes.removeIf(each -> !isThere(each));
  }

  /**
   * The rows of the newest state are those of Rust, and those of each checkpoint what they were.
   */
  private void checkRows(int turn) {
    Map<String, List<String>> states = JavaStore.live(store).read(Instant.now().getEpochSecond());
    List<String> ofRust = JavaStore.rows(rust.run("store-dump", lake.folder(), "0.18"));
    assertThat(states.get(JavaStore.NEWEST)).as("rows after turn %d", turn).isEqualTo(ofRust);
    states.forEach(
        (id, rows) -> {
          if (!id.equals(JavaStore.NEWEST)) {
            List<String> before = pinned.putIfAbsent(id, rows);
            assertThat(rows).as("checkpoint %s", id).isEqualTo(before == null ? rows : before);
          }
        });
  }

  /** Whether it shows what it showed; if not, it has expired. */
  private boolean isThere(OpenScope open) {
    try {
      assertThat(JavaLake.tables(open.scope())).isEqualTo(open.tables());
      count("answers of open scopes", 1);
      return true;
    } catch (CatalogException e) {
      assertThat(e.kind()).isEqualTo(Kind.REVISION_EXPIRED);
      count("expired scopes", 1);
      open.scope().close();
      return false;
    }
  }
}
