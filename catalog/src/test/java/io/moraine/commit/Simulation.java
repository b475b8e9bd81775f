package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.commit.SimulatedProcess.View;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CommitOutcomeUnknownException;
import io.moraine.model.CommitPosition;
import io.moraine.model.CommitToken;
import io.moraine.model.NewLake;
import io.moraine.model.Reconciliation;
import io.moraine.model.Reconciliation.Outcome;
import io.moraine.model.Transaction;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.read.LakeScope;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.SelfMovingClock;
import io.moraine.testing.SimulatedWay;
import io.moraine.testing.SimulatedWay.Decider;
import io.moraine.testing.SimulatedWay.Fate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Several processes on one lake, whose operations interleave at calls of the store, where answers
 * are lost, writes fail or land late and processes die; all by one seed. Nobody waits for real.
 */
final class Simulation implements Decider {
  private static final int PROCESSES = 4;
  private static final int DEEPEST = 3;
  private static final int MOST_TRIES = 4;

  private static final int ONE_CALL_IN_FAILS = 150;
  private static final int ONE_CALL_IN_MEETS_OTHERS = 60;

  private final Thread thread = Thread.currentThread();
  private final Random random;
  private final long seed;
  private final SelfMovingClock clock = new SelfMovingClock(Instant.parse("2026-11-30T12:00:00Z"));
  private final MemoryObjectStore store = new MemoryObjectStore("simulation", clock);
  private final SimulatedHistory history = new SimulatedHistory();
  private final List<SimulatedProcess> processes = new ArrayList<>();
  private final List<Consumer<ObjectStore>> late = new ArrayList<>();
  private final Map<String, CommitToken> unknown = new LinkedHashMap<>();
  private final Map<String, Outcome> found = new LinkedHashMap<>();
  private final Map<String, Integer> ends = new TreeMap<>();
  private final boolean[] busy = new boolean[PROCESSES];
  private int started;
  private int operations;
  private int depth;
  private boolean calm = true;

  Simulation(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
  }

  /** What came of operations, by what they were and how they ended. */
  Map<String, Integer> ends() {
    return ends;
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
          "after " + operations + " operations with -Dmoraine.seed=" + seed + ": " + ends, e);
    }
  }

  private void found() {
    try (LakeProcess founder = lake(LakeProcess.FORCE, ReaderLease.FALSE, calmWay())) {
      founder.create(NewLake.PLAIN);
      founder.commit(commit -> commit.createTable("t", "id"));
      clock.advance(Duration.ofSeconds(2));
    }
    history.saw(0, "");
    history.saw(1, "");
  }

  private SimulatedProcess start() {
    SimulatedWay way = new SimulatedWay(store, this);
    ReaderLease lease = random.nextBoolean() ? ReaderLease.FALSE : ReaderLease.AUTO;
    LakeProcess lake =
        lake(random.nextInt(3) == 0 ? LakeProcess.POLITE : LakeProcess.FORCE, lease, way);
    return new SimulatedProcess("p" + started, lake, way);
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
    if (random.nextInt(ONE_CALL_IN_FAILS) > 0) {
      return Fate.ANSWERED;
    }
    if (!write) {
      return Fate.FAILED;
    }
    return List.of(Fate.values()).get(1 + random.nextInt(Fate.values().length - 1));
  }

  @Override
  public void delay(Consumer<ObjectStore> write) {
    late.add(write);
  }

  /** One operation of a process that is not in the middle of one. */
  private void operate(int index) {
    if (busy[index]) {
      return;
    }
    busy[index] = true;
    depth++;
    try {
      operations++;
      passTime();
      landLateWrites();
      operate(index, processes.get(index));
    } finally {
      depth--;
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
    if (kind < 30) {
      commit(process);
    } else if (kind < 35) {
      commitOption(process);
    } else if (kind < 70) {
      attempt("look", () -> look(process, false));
    } else if (kind < 75) {
      attempt("look and stay", () -> look(process, true));
    } else if (kind < 83) {
      attempt("look again", process::lookAgain);
    } else if (kind < 92) {
      attempt("background", process.lake()::runBackground);
    } else if (kind < 94) {
      attempt("flush", () -> process.lake().flush());
    } else if (kind < 96) {
      attempt("reconcile", () -> reconcile(process.lake()));
    } else if (kind < 97) {
      attempt("checkpoint", () -> checkpoint(process));
    } else {
      replace(index, process);
    }
  }

  private void replace(int index, SimulatedProcess process) {
    if (random.nextInt(3) == 0) {
      process.die();
      count("die", "done");
    }
    attempt("close", process.lake()::close);
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
    View view = process.look(history.floor(), keep);
    for (int i = 0; i < view.labels().size(); i++) {
      history.saw(i, view.labels().get(i));
    }
    history.sawOption(view.option(), view.position());
  }

  private void commit(SimulatedProcess process) {
    commitFile(process);
  }

  /** Commits when nobody disturbs; a commit that nobody has seen yet may be in the way once. */
  private String settle(SimulatedProcess settler) {
    clock.advance(Duration.ofSeconds(2));
    return commitFile(settler);
  }

  private String commitFile(SimulatedProcess process) {
    String label = process.nextLabel();
    write(
        process,
        label,
        transaction -> {
          DuckLakeCommit commit = new DuckLakeCommit(transaction);
          commit.addFile(SimulatedProcess.TABLE, label, 1);
          commit.message(label).complete();
        },
        position -> history.acknowledge(label, position));
    return label;
  }

  private void commitOption(SimulatedProcess process) {
    String label = process.nextLabel() + " option";
    write(
        process,
        label,
        transaction -> DuckLakeCommit.setOption(transaction, SimulatedProcess.OPTION, label),
        position -> history.acknowledgeOption(label, position));
  }

  private void write(
      SimulatedProcess process,
      String label,
      Consumer<Transaction> steps,
      Consumer<CommitPosition> acknowledge) {
    try (LakeScope scope = process.lake().readScope();
        Transaction transaction = process.lake().begin(scope)) {
      steps.accept(transaction);
      CommitPosition position = transaction.commit(Optional.empty());
      acknowledge.accept(position);
      process.reach(position);
      count("commit", "done");
    } catch (CommitOutcomeUnknownException e) {
      unknown.put(label, e.token());
      count("commit", e.kind().toString());
    } catch (CatalogException e) {
      history.fail(label);
      count("commit", e.kind().toString());
    }
  }

  /** Asks what became of the commits in doubt; what was found out once must remain so. */
  private void reconcile(LakeProcess lake) {
    for (Map.Entry<String, CommitToken> each : List.copyOf(unknown.entrySet())) {
      Reconciliation answer = lake.writer().reconcile(each.getValue());
      if (answer.outcome() != Outcome.UNKNOWN) {
        Outcome before = found.putIfAbsent(each.getKey(), answer.outcome());
        assertThat(before == null ? answer.outcome() : before)
            .as("outcome of %s: %s", each.getKey(), answer.reason())
            .isEqualTo(answer.outcome());
      }
    }
  }

  private void attempt(String what, Runnable operation) {
    try {
      operation.run();
      count(what, "done");
    } catch (CatalogException e) {
      assertThat(e.kind()).as("%s: %s", what, e.getMessage()).isNotEqualTo(Kind.CORRUPTION);
      count(what, e.kind().toString());
    }
  }

  private void count(String what, String end) {
    ends.merge(what + " " + end, 1, Integer::sum);
  }

  /** With everything settled, all that was acknowledged is there and nothing that failed. */
  private void checkEnd() {
    late.forEach(each -> each.accept(store));
    clock.advance(Duration.ofSeconds(2));
    LakeProcess last = lake(LakeProcess.FORCE, ReaderLease.FALSE, calmWay());
    SimulatedProcess settler = new SimulatedProcess("last", last, calmWay());
    String label = settle(settler);
    for (int tries = 1; !history.isThere(label); tries++) {
      assertThat(tries).as("tries of the last commit").isLessThan(MOST_TRIES);
      label = settle(settler);
    }
    look(settler, false);
    try (LakeScope scope = last.readScope()) {
      history.checkComplete(scope.position().snapshotId());
    }
    reconcile(last);
    unknown.keySet().stream()
        .filter(each -> !each.endsWith("option"))
        .forEach(
            each ->
                assertThat(found.get(each))
                    .as("outcome of %s", each)
                    .isEqualTo(history.isThere(each) ? Outcome.COMMITTED : Outcome.NOT_COMMITTED));
    count("acknowledged", "in all");
    last.close();
  }
}
