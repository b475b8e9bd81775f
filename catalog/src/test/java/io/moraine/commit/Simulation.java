package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.NewLake;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.read.LakeScope;
import io.moraine.slate.compaction.CompactorFencedException;
import io.moraine.testing.SelfMovingClock;
import io.moraine.testing.SimulatedWay;
import io.moraine.testing.SimulatedWay.Decider;
import io.moraine.testing.SimulatedWay.Fate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Several processes on one lake, whose operations interleave at calls of the store, where answers
 * are lost, writes fail or land late and processes die; all by one seed. Nobody waits for real.
 */
final class Simulation implements Decider {
  private static final int PROCESSES = 4;
  private static final int DEEPEST = 3;
  private static final int MOST_TRIES = 4;
  private static final int NOBODY = -1;
  private static final String LOG = "wal/";
  private static final String TABLES = "compacted/";
  private static final String MANIFESTS = "manifest/";

  private static final int ONE_CALL_IN_FAILS = 150;
  private static final int ONE_CALL_IN_MEETS_OTHERS = 60;
  private static final int ONE_LOG_OBJECT_IN_MEETS_A_COMMIT = 4;
  private static final int ONE_NEW_TABLE_IN_MEETS_A_COLLECTION = 3;

  private final Thread thread = Thread.currentThread();
  private final Random random;
  private final long seed;
  private final SelfMovingClock clock = new SelfMovingClock(Instant.parse("2026-11-30T12:00:00Z"));
  private final MemoryObjectStore store = new MemoryObjectStore("simulation", clock);
  private final SimulatedHistory history = new SimulatedHistory();
  private final List<SimulatedProcess> processes = new ArrayList<>();
  private final List<Consumer<ObjectStore>> late = new ArrayList<>();
  private final SimulatedEnds ends = new SimulatedEnds();
  private final SimulatedCommits commits;
  private final SimulatedUpkeep upkeep;
  private final boolean[] busy = new boolean[PROCESSES];
  private int started;
  private int operations;
  private int depth;
  private int acting = NOBODY;
  private boolean calm = true;

  /** Whether a table was written, perhaps, that no manifest has yet. */
  private boolean tableWritten;

  Simulation(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    this.commits = new SimulatedCommits(random, history, ends);
    this.upkeep = new SimulatedUpkeep(random, clock, store, ends);
  }

  /** What came of operations, by what they were and how they ended. */
  Map<String, Integer> ends() {
    return ends.counts();
  }

  /** Runs {@code count} operations, and then checks what is left. */
  void run(int count) {
    try {
      found();
      for (int i = 0; i < PROCESSES; i++) {
        processes.add(start());
      }
      calm = false;
      while (operations < count) {
        operate(random.nextInt(PROCESSES));
      }
      calm = true;
      checkEnd();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(
          "after " + operations + " operations with -Dmoraine.seed=" + seed + ": " + ends.counts(),
          e);
    }
  }

  private void found() {
    try (LakeProcess founder = lake(LakeProcess.FORCE, ReaderLease.FALSE, calmWay())) {
      founder.create(NewLake.PLAIN);
      founder.commit(commit -> commit.message("t").createTable("t", "id"));
      clock.advance(Duration.ofSeconds(2));
    }
    history.saw(0, "");
    history.saw(1, "t");
  }

  private SimulatedProcess start() {
    SimulatedWay way = new SimulatedWay(store, this);
    ReaderLease lease =
        List.of(ReaderLease.values()).get(random.nextInt(ReaderLease.values().length));
    LakeProcess lake =
        lake(random.nextInt(3) == 0 ? LakeProcess.POLITE : LakeProcess.FORCE, lease, way);
    return new SimulatedProcess("p" + started, lake, way, clock, lease == ReaderLease.TRUE);
  }

  private LakeProcess lake(
      io.moraine.model.WriterSettings settings, ReaderLease lease, SimulatedWay way) {
    started++;
    return new LakeProcess(way, clock, seed * 1000 + started, settings, lease);
  }

  private SimulatedWay calmWay() {
    return new SimulatedWay(
        store,
        new Decider() {
          @Override
          public Fate decide(boolean write, String path) {
            return Fate.ANSWERED;
          }

          @Override
          public void delay(Consumer<ObjectStore> write) {
            throw new IllegalStateException();
          }
        });
  }

  /** Calls that workers make on behalf of an operation go well. */
  @Override
  public Fate decide(boolean write, String path) {
    if (calm || Thread.currentThread() != thread) {
      return Fate.ANSWERED;
    }
    if (depth < DEEPEST && random.nextInt(ONE_CALL_IN_MEETS_OTHERS) == 0) {
      operate(random.nextInt(PROCESSES));
    }
    if (write) {
      meet(path);
    }
    if (random.nextInt(ONE_CALL_IN_FAILS) > 0) {
      return Fate.ANSWERED;
    }
    if (!write) {
      return Fate.FAILED;
    }
    return List.of(Fate.values()).get(1 + random.nextInt(Fate.values().length - 1));
  }

  /** Has a write meet what could harm it. */
  private void meet(String path) {
    if (path.startsWith(LOG)
        && acting != NOBODY
        && random.nextInt(ONE_LOG_OBJECT_IN_MEETS_A_COMMIT) == 0) {
      commits.beside(processes.get(acting));
    }
    if (path.startsWith(MANIFESTS)
        && tableWritten
        && random.nextInt(ONE_NEW_TABLE_IN_MEETS_A_COLLECTION) == 0) {
      tableWritten = false;
      operate(random.nextInt(PROCESSES), this::collect);
    }
    tableWritten = path.startsWith(TABLES) || (tableWritten && !path.startsWith(MANIFESTS));
  }

  @Override
  public void delay(Consumer<ObjectStore> write) {
    late.add(write);
  }

  /** One operation of a process that is not in the middle of one. */
  private void operate(int index) {
    operate(index, process -> operate(index, process));
  }

  private void operate(int index, Consumer<SimulatedProcess> operation) {
    if (busy[index]) {
      return;
    }
    int outer = acting;
    busy[index] = true;
    acting = index;
    depth++;
    try {
      operations++;
      passTime();
      landLateWrites();
      operation.accept(processes.get(index));
    } finally {
      depth--;
      acting = outer;
      busy[index] = false;
    }
  }

  private void passTime() {
    int kind = random.nextInt(100);
    clock.advance(
        kind == 0
            ? Duration.ofMinutes(6)
            : kind < 4 ? Duration.ofSeconds(40) : Duration.ofMillis(random.nextInt(1500)));
  }

  private void landLateWrites() {
    for (int i = late.size() - 1; i >= 0; i--) {
      if (random.nextInt(20) == 0) {
        late.remove(i).accept(store);
      }
    }
  }

  private void operate(int index, SimulatedProcess process) {
    int kind = random.nextInt(100);
    if (kind < 20) {
      commits.one(process);
    } else if (kind < 27) {
      commits.group(process);
    } else if (kind < 32) {
      commits.awaitAny(process);
    } else if (kind < 56) {
      attempt("look", () -> look(process, false));
    } else if (kind < 62) {
      attempt("look and stay", () -> look(process, true));
    } else if (kind < 72) {
      attempt("look again", () -> process.lookAgain(random.nextBoolean()));
    } else {
      operateBeside(index, process, kind);
    }
  }

  private void operateBeside(int index, SimulatedProcess process, int kind) {
    if (kind < 81) {
      attempt("background", process.lake()::runBackground);
    } else if (kind < 84) {
      attempt("flush", () -> process.lake().flush());
    } else if (kind < 88) {
      attempt("compact", () -> upkeep.compact(process.lake()));
    } else if (kind < 92) {
      collect(process);
    } else if (kind < 94) {
      attempt("reconcile", () -> commits.reconcile(process.lake()));
    } else if (kind < 96) {
      attempt("checkpoint", () -> checkpoint(process));
    } else {
      replace(index, process);
    }
  }

  private void collect(SimulatedProcess process) {
    attempt("collect", () -> upkeep.collect(process.lake()));
  }

  /** A process ends, orderly or not; who waits in it for a commit may be told of it still. */
  private void replace(int index, SimulatedProcess process) {
    if (random.nextInt(3) == 0) {
      process.die();
      ends.count("die", "done");
    } else if (random.nextBoolean()) {
      commits.awaitAll(process);
    }
    attempt("close", process.lake()::close);
    if (random.nextBoolean()) {
      commits.awaitAll(process);
    }
    processes.set(index, start());
  }

  private static void checkpoint(SimulatedProcess process) {
    process
        .lake()
        .writer()
        .createCheckpoint(
            Optional.of("pin"), Optional.of(Duration.ofMinutes(1)), LakeProcess.FORCE);
  }

  private void look(SimulatedProcess process, boolean keep) {
    SimulatedView view = process.look(history.floor(), keep);
    view.labels().forEach(history::saw);
    history.sawOption(view.option(), view.position());
  }

  private void attempt(String what, Runnable operation) {
    try {
      operation.run();
      ends.count(what, "done");
    } catch (CompactorFencedException e) {
      ends.count(what, "fenced");
    } catch (CatalogException e) {
      assertThat(e.kind())
          .as("%s: %s", what, e.getMessage())
          .isNotIn(Kind.CORRUPTION, Kind.UNSUPPORTED);
      ends.count(what, e.kind().toString());
    }
  }

  /** With everything settled, all that was acknowledged is there and nothing that failed. */
  private void checkEnd() {
    late.forEach(each -> each.accept(store));
    clock.advance(Duration.ofSeconds(2));
    LakeProcess last = lake(LakeProcess.FORCE, ReaderLease.FALSE, calmWay());
    SimulatedProcess settler = new SimulatedProcess("last", last, calmWay(), clock, false);
    String label = settle(settler);
    for (int tries = 1; !history.isThere(label); tries++) {
      assertThat(tries).as("tries of the last commit").isLessThan(MOST_TRIES);
      label = settle(settler);
    }
    look(settler, false);
    try (LakeScope scope = last.readScope()) {
      history.checkComplete(scope.position().snapshotId());
    }
    commits.reconcile(last);
    commits.checkFound();
    upkeep.compact(last);
    upkeep.collect(last);
    look(settler, false);
    ends.add("acknowledged", history.acknowledgements());
    last.close();
  }

  /** Commits when nobody disturbs; a commit that nobody has seen yet may be in the way once. */
  private String settle(SimulatedProcess settler) {
    clock.advance(Duration.ofSeconds(2));
    return commits.file(settler);
  }
}
