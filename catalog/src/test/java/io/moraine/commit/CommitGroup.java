package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.testing.DuckLakeCommit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Commits that go into one log object whatever the threads do. */
final class CommitGroup {
  private static final int OTHERS = 2;
  private static final Kind UNKNOWN = Kind.OUTCOME_UNKNOWN;
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private CommitGroup() {}

  /**
   * Has three members add a file each, called {@code path} and a number but for the first, and a
   * fourth one fail.
   *
   * @throws CatalogException as the first did
   */
  static void commit(LakeProcess process, String path) {
    List<FutureTask<CommitPosition>> members = new ArrayList<>();
    for (int i = 1; i <= OTHERS; i++) {
      String other = path + i;
      members.add(member(process, GroupStage.file(other)));
    }
    FutureTask<CommitPosition> failing =
        member(
            process,
            commit -> {
              throw new IllegalStateException("of no use");
            });
    members.add(
        0,
        member(
            process,
            commit -> {
              // Has its turn until all others wait for theirs.
              startAndLetWait(failing);
              members.subList(1, members.size()).forEach(CommitGroup::startAndLetWait);
              commit.addFile(FaultStage.TABLE, path, 7);
            }));
    members.get(0).run();
    Optional<CatalogException> failure = failureOfFirst(members);
    assertThat(failing).failsWithin(GroupStage.LIMIT);
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  private static FutureTask<CommitPosition> member(
      LakeProcess process, Consumer<DuckLakeCommit> steps) {
    return new FutureTask<>(() -> process.commitOnNewest(steps));
  }

  private static void startAndLetWait(FutureTask<CommitPosition> member) {
    Thread thread = new Thread(member, "member");
    thread.setDaemon(true);
    thread.start();
    while (thread.getState() != Thread.State.TIMED_WAITING && !member.isDone()) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
  }

  private static Optional<CatalogException> failureOfFirst(
      List<FutureTask<CommitPosition>> members) {
    List<Optional<CatalogException>> failures = new ArrayList<>();
    for (FutureTask<CommitPosition> member : members) {
      try {
        var unused = GroupStage.result(member);
        failures.add(Optional.empty());
      } catch (CatalogException e) {
        failures.add(Optional.of(e));
      }
    }
    List<Optional<Kind>> ends =
        failures.stream().map(each -> each.map(CatalogException::kind)).distinct().toList();
    if (ends.size() > 1) {
      // Who could not publish does not know that others did.
      assertThat(ends).containsExactlyInAnyOrder(Optional.empty(), Optional.of(UNKNOWN));
    }
    return failures.get(0);
  }
}
