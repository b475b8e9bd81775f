package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.Changes;
import io.moraine.model.CommitPosition;
import io.moraine.model.CommitRequest;
import io.moraine.model.Committed;
import io.moraine.model.NewLake;
import io.moraine.model.WriterSettings;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.HookedLogStore;
import io.moraine.testing.SelfMovingClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A lake with a process that writes, and commits of its that form groups: members are handed in one
 * after the other while a log object is on its way.
 */
final class GroupStage implements AutoCloseable {
  /** The table that files are added to. */
  static final long TABLE = 1;

  /** Nothing takes longer. */
  static final Duration LIMIT = Duration.ofMinutes(2);

  private final SelfMovingClock clock = new SelfMovingClock(Instant.parse("2026-11-30T12:00:00Z"));
  private final MemoryObjectStore store = new MemoryObjectStore("groups", clock);
  private final HookedLogStore way = new HookedLogStore(store);
  private final LakeProcess subject =
      new LakeProcess(way, clock, 1000, LakeProcess.FORCE, ReaderLease.FALSE);
  private final List<LakeProcess> others = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** A lake with a table, whose writer is the process under test. */
  GroupStage() {
    subject.create(NewLake.PLAIN);
    subject.commit(commit -> commit.createTable("t", "id"));
    way.restart();
  }

  LakeProcess subject() {
    return subject;
  }

  /** The way of that process to the store. */
  HookedLogStore way() {
    return way;
  }

  SelfMovingClock clock() {
    return clock;
  }

  /** A process that sees the store as it is. */
  LakeProcess another() {
    LakeProcess process =
        new LakeProcess(store, clock, 2000 + others.size(), LakeProcess.FORCE, ReaderLease.FALSE);
    others.add(process);
    return process;
  }

  /** Adds a file called {@code path}. */
  static Consumer<DuckLakeCommit> file(String path) {
    return commit -> commit.addFile(TABLE, path, 1);
  }

  /** Begins to commit, and returns once the commit was decided and handed in. */
  Future<CommitPosition> handIn(Consumer<DuckLakeCommit> steps) {
    CountDownLatch begun = new CountDownLatch(1);
    Future<CommitPosition> member =
        threads.submit(
            () ->
                subject.commitOnNewest(
                    commit -> {
                      begun.countDown();
                      steps.accept(commit);
                    }));
    await(begun);
    awaitTurns();
    return member;
  }

  /** The same for {@code count} files called {@code prefix} and a number. */
  List<Future<CommitPosition>> handIn(String prefix, int count) {
    List<Future<CommitPosition>> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(handIn(file(prefix + i)));
    }
    return members;
  }

  /** The same for work that uses verbs. */
  <T> Future<Committed<T>> handIn(CommitRequest request, Function<Changes, T> work) {
    CountDownLatch begun = new CountDownLatch(1);
    Future<Committed<T>> member =
        threads.submit(
            () ->
                subject.commit(
                    request,
                    changes -> {
                      begun.countDown();
                      return work.apply(changes);
                    }));
    await(begun);
    awaitTurns();
    return member;
  }

  /** Runs something else beside. */
  <T> Future<T> beside(Callable<T> work) {
    return threads.submit(work);
  }

  /** Returns once everything that had its turn by now, or waited for it, has handed in. */
  void awaitTurns() {
    try {
      subject.writer().commit(new Sentinel(), () -> {});
    } catch (SentinelException e) {
      return; // it has had its turn
    }
  }

  /** Has nothing to commit, and does not wait for anything. */
  private static final class Sentinel implements Proposal<CommitPosition> {
    @Override
    public WriterSettings settings() {
      return LakeProcess.FORCE;
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }

    @Override
    public Decision<CommitPosition> decide(WrittenState state) {
      throw new SentinelException();
    }
  }

  private static final class SentinelException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Waits for a latch. */
  static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** What a commit gave. */
  static <T> T result(Future<T> member) {
    try {
      return member.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new AssertionError(e);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** How a commit failed. */
  static CatalogException failure(Future<?> member) {
    try {
      Object result = result(member);
      throw new AssertionError("committed as " + result);
    } catch (CatalogException e) {
      return e;
    }
  }

  /** The paths of the files that a fresh process sees. */
  List<String> files() {
    List<String> paths = new ArrayList<>();
    for (String line : another().tables().getOrDefault("ducklake_data_file", List.of())) {
      paths.add(line.replaceFirst(".*\"path\":\"([^\"]*)\".*", "$1"));
    }
    return paths;
  }

  /** Lets the manifest be left alone for a while. */
  void pass() {
    clock.advance(Duration.ofMillis(1200));
  }

  @Override
  public void close() {
    way.restart();
    threads.shutdownNow();
    subject.close();
    others.forEach(LakeProcess::close);
  }
}
