package io.moraine.commit;

import static io.moraine.commit.GroupStage.failure;
import static io.moraine.commit.GroupStage.file;
import static io.moraine.commit.GroupStage.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Call;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitOutcomeUnknownException;
import io.moraine.model.CommitPosition;
import io.moraine.model.CommitToken;
import io.moraine.model.Reconciliation.Outcome;
import io.moraine.model.Transaction;
import io.moraine.model.WriterFigures.Role;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.read.LakeScope;
import io.moraine.testing.DuckLakeCommit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commits that are written together: what they share, and what each has for itself. */
class GroupCommitTest {
  private final GroupStage stage = new GroupStage();
  private final List<Future<CommitPosition>> first = new ArrayList<>();
  private final List<Future<CommitPosition>> second = new ArrayList<>();

  @AfterEach
  void close() {
    stage.close();
  }

  /** Commits a file alone; while it is on its way {@code count} others form a group. */
  private CommitPosition commitBeside(int count) {
    return commitBeside(() -> first.addAll(stage.handIn("first", count)));
  }

  private CommitPosition commitBeside(Runnable others) {
    stage
        .way()
        .at(
            0,
            create -> {
              others.run();
              return create.get();
            });
    return stage.subject().commitOnNewest(file("alone"));
  }

  @Test
  void whatComesWhileALogObjectIsOnItsWayIsOneLogObject() {
    CommitPosition alone = commitBeside(20);
    List<CommitPosition> group = first.stream().map(GroupStage::result).toList();
    assertThat(stage.way().written("wal")).isEqualTo(2);
    assertThat(stage.way().written("manifest")).isBetween(1, 3);
    assertThat(group)
        .extracting(CommitPosition::snapshotId)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(alone.snapshotId() + 1, alone.snapshotId() + 20)
                .boxed()
                .toList());
    assertThat(group)
        .extracting(CommitPosition::batchSeq)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(alone.batchSeq() + 1, alone.batchSeq() + 20).boxed().toList());
    assertThat(stage.files()).hasSize(21).doesNotHaveDuplicates();
  }

  @Test
  void atMostSixtyFourShareALogObject() {
    commitBeside(130);
    first.forEach(GroupStage::result);
    assertThat(stage.way().written("wal")).isEqualTo(4);
    assertThat(stage.files()).hasSize(131);
  }

  @Test
  void aMemberThatFailsStagesNothingAndHarmsNobody() {
    commitBeside(
        () -> {
          first.add(stage.handIn(file("before")));
          second.add(
              stage.handIn(
                  commit -> {
                    commit.addFile(GroupStage.TABLE, "failing", 1);
                    throw new IllegalStateException("of no use");
                  }));
          first.add(stage.handIn(file("after")));
        });
    long before = result(first.get(0)).snapshotId();
    assertThat(result(first.get(1)).snapshotId()).isEqualTo(before + 1);
    assertThatThrownBy(() -> result(second.get(0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("of no use");
    assertThat(stage.files()).containsExactlyInAnyOrder("alone", "before", "after");
  }

  /** Forms a group of two, and behind it another one of two; {@code fate} is that of the first. */
  private void commitTwoGroups(io.moraine.testing.HookedLogStore.Hook fate) {
    AtomicInteger attempts = new AtomicInteger();
    stage
        .way()
        .at(
            1,
            create -> {
              if (attempts.getAndIncrement() == 0) {
                second.addAll(stage.handIn("second", 2));
              }
              return fate.attempt(create);
            });
    commitBeside(2);
  }

  @Test
  void aLostReplyIsFoundOutAboutForAllMembers() {
    AtomicInteger attempts = new AtomicInteger();
    commitTwoGroups(
        create -> {
          var outcome = create.get();
          if (attempts.getAndIncrement() == 0) {
            throw unanswered();
          }
          return outcome;
        });
    first.forEach(GroupStage::result);
    second.forEach(GroupStage::result);
    assertThat(stage.files()).hasSize(5);
  }

  @Test
  void whenAGroupIsRefusedWhatWasStagedOnItFailsAndTheNextCommitGoesOn() {
    commitTwoGroups(
        create -> {
          throw new ObjectStoreException(
              ObjectStoreException.Kind.FORBIDDEN, "wal", "refused", null);
        });
    first.forEach(each -> assertThat(failure(each).kind()).isEqualTo(Kind.FORBIDDEN));
    second.forEach(each -> assertThat(failure(each).kind()).isEqualTo(Kind.FORBIDDEN));
    stage.way().restart();
    stage.subject().commitOnNewest(file("next"));
    assertThat(stage.files()).containsExactlyInAnyOrder("alone", "next");
  }

  @Test
  void whenAGroupIsUnknownEachMemberGetsATokenAndWhatWasStagedOnItFails() {
    commitTwoGroups(
        create -> {
          throw unanswered();
        });
    List<CommitToken> tokens = first.stream().map(GroupCommitTest::token).toList();
    assertThat(tokens).extracting(CommitToken::walId).containsOnly(tokens.get(0).walId());
    assertThat(tokens).extracting(CommitToken::firstSequence).doesNotHaveDuplicates();
    second.forEach(each -> assertThat(failure(each).kind()).isEqualTo(Kind.STORE_UNAVAILABLE));
    stage.way().restart();
    stage.subject().commitOnNewest(file("next"));
    for (CommitToken token : tokens) {
      assertThat(stage.subject().writer().reconcile(token).outcome())
          .isEqualTo(Outcome.NOT_COMMITTED);
    }
    assertThat(stage.files()).containsExactlyInAnyOrder("alone", "next");
  }

  @Test
  void anUnknownGroupThatLandedIsFoundToBeCommitted() {
    commitTwoGroups(
        create -> {
          var unused = create.get();
          throw unanswered();
        });
    List<CommitToken> tokens = first.stream().map(GroupCommitTest::token).toList();
    second.forEach(each -> assertThat(failure(each).kind()).isEqualTo(Kind.STORE_UNAVAILABLE));
    stage.way().restart();
    stage.subject().commitOnNewest(file("next"));
    for (CommitToken token : tokens) {
      assertThat(stage.subject().writer().reconcile(token).outcome()).isEqualTo(Outcome.COMMITTED);
    }
    assertThat(stage.files()).containsExactlyInAnyOrder("alone", "first0", "first1", "next");
  }

  @Test
  void whatIsDurableIsPublishedThoughTheGroupAfterItIsUnknown() {
    stage
        .way()
        .at(
            1,
            create -> {
              throw unanswered();
            });
    stage
        .way()
        .at(
            0,
            create -> {
              first.add(stage.handIn(file("unknown")));
              return create.get();
            });
    stage.subject().commitOnNewest(file("alone"));
    assertThat(failure(first.get(0)).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
    assertThat(stage.files()).containsExactly("alone");
  }

  @Test
  void membersWhosePlaceAnotherWriterTookAreDecidedAnew() {
    LakeProcess other = stage.another();
    commitTwoGroups(
        create -> {
          other.commit(commit -> commit.addFile(GroupStage.TABLE, "other", 1));
          return create.get();
        });
    first.forEach(GroupStage::result);
    second.forEach(GroupStage::result);
    assertThat(stage.files())
        .containsExactlyInAnyOrder("alone", "other", "first0", "first1", "second0", "second1");
    assertThat(snapshotIds(first)).doesNotHaveDuplicates();
  }

  @Test
  void aTransactionWhosePlaceAnotherWriterTookIsAConflict() {
    LakeProcess other = stage.another();
    stage
        .way()
        .at(
            0,
            create -> {
              other.commit(commit -> commit.addFile(GroupStage.TABLE, "other", 1));
              return create.get();
            });
    assertThatThrownBy(() -> stage.subject().commit(file("mine")))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONFLICT));
    assertThat(stage.files()).containsExactly("other");
    stage.subject().commit(file("again"));
    assertThat(stage.files()).containsExactlyInAnyOrder("other", "again");
  }

  @Test
  void theRoleIsNotFoughtForForEver() {
    AtomicInteger runs = new AtomicInteger();
    for (int i = 0; i < 20; i++) {
      String path = "other" + i;
      stage
          .way()
          .at(
              i,
              create -> {
                stage.another().commit(commit -> commit.addFile(GroupStage.TABLE, path, 1));
                return create.get();
              });
    }
    assertThatThrownBy(
            () ->
                stage
                    .subject()
                    .commitOnNewest(
                        commit -> {
                          runs.incrementAndGet();
                          commit.addFile(GroupStage.TABLE, "mine", 1);
                        }))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.WRITER_BUSY);
              assertThat(e).hasMessageStartingWith("retry budget exhausted: 10 attempts");
            });
    assertThat(runs).hasValueBetween(1, 10);
    assertThat(stage.files()).doesNotContain("mine");
  }

  @Test
  void aTransactionBesideVerbsIsAConflictOnceItsCallerCanSeeWhy() {
    Future<CommitPosition> lost = transactionBeside(create -> {});
    CatalogException conflict = failure(lost);
    assertThat(conflict.kind()).isEqualTo(Kind.CONFLICT);
    try (LakeScope scope = stage.subject().readScope()) {
      assertThat(conflict).hasMessageContaining("the lake is at " + scope.position());
    }
    assertThat(stage.files()).containsExactly("alone");
  }

  @Test
  void aTransactionIsNotLostToAGroupThatFailed() {
    Future<CommitPosition> member =
        transactionBeside(
            ignored -> {
              throw new ObjectStoreException(
                  ObjectStoreException.Kind.FORBIDDEN, "wal", "refused", null);
            });
    result(member);
    assertThat(stage.files()).containsExactly("transaction");
  }

  /** Commits a transaction while the verbs before it are on their way. */
  private Future<CommitPosition> transactionBeside(Consumer<Object> fate) {
    List<Future<CommitPosition>> members = new ArrayList<>();
    LakeScope scope = stage.subject().readScope();
    Transaction transaction = stage.subject().begin(scope);
    stage
        .way()
        .at(
            0,
            create -> {
              if (!members.isEmpty()) {
                return create.get(); // the next writer's fence
              }
              DuckLakeCommit commit = new DuckLakeCommit(transaction);
              commit.addFile(GroupStage.TABLE, "transaction", 1);
              commit.complete();
              CountDownLatch begun = new CountDownLatch(1);
              members.add(
                  stage.beside(
                      () -> {
                        begun.countDown();
                        return transaction.commit(Optional.empty());
                      }));
              GroupStage.await(begun);
              stage.awaitTurns();
              fate.accept(create);
              return create.get();
            });
    try {
      stage.subject().commitOnNewest(file("alone"));
    } catch (CatalogException e) {
      assertThat(e.kind()).isEqualTo(Kind.FORBIDDEN);
    }
    scope.close();
    return members.get(0);
  }

  @Test
  void whoIsCancelledInTheLogGetsATokenAndTheOthersAreCommitted() {
    Call call = new Call();
    commitBeside(
        () -> {
          CountDownLatch begun = new CountDownLatch(1);
          second.add(
              stage.beside(
                  () ->
                      call.run(
                          () ->
                              stage
                                  .subject()
                                  .commitOnNewest(
                                      commit -> {
                                        begun.countDown();
                                        commit.addFile(GroupStage.TABLE, "cancelled", 1);
                                      }))));
          GroupStage.await(begun);
          stage.awaitTurns();
          first.addAll(stage.handIn("first", 2));
          call.cancel();
          assertThat(failure(second.get(0)).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
        });
    first.forEach(GroupStage::result);
    assertThat(stage.subject().writer().reconcile(token(second.get(0))).outcome())
        .isEqualTo(Outcome.COMMITTED);
    assertThat(stage.files()).hasSize(4).contains("cancelled");
  }

  @Test
  void whoIsCancelledBeforeItsTurnLeavesNothingBehind() {
    Call call = new Call();
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    Future<CommitPosition> holder =
        stage.beside(
            () ->
                stage
                    .subject()
                    .commitOnNewest(
                        commit -> {
                          waits.countDown();
                          GroupStage.await(cancelled);
                          commit.addFile(GroupStage.TABLE, "holder", 1);
                        }));
    GroupStage.await(waits);
    Future<CommitPosition> leaves =
        stage.beside(() -> call.run(() -> stage.subject().commitOnNewest(file("cancelled"))));
    call.cancel();
    assertThat(failure(leaves).kind()).isEqualTo(Kind.CANCELLED);
    cancelled.countDown();
    result(holder);
    assertThat(stage.files()).containsExactly("holder");
  }

  @Test
  void whoeverIsToldOfAStateCanSeeIt() {
    List<Future<Boolean>> seen = new ArrayList<>();
    commitBeside(
        () ->
            seen.add(
                stage.beside(
                    () -> {
                      assertThatThrownBy(
                              () ->
                                  stage
                                      .subject()
                                      .commitOnNewest(
                                          commit -> {
                                            throw new IllegalStateException(
                                                "saw " + commit.snapshotId());
                                          }))
                          .isInstanceOf(IllegalStateException.class);
                      return stage.files().contains("alone");
                    })));
    assertThat(result(seen.get(0))).isTrue();
  }

  @Test
  void theRoleIsNotGivenUpWhileSomethingIsOnItsWay() {
    commitBeside(
        () -> {
          stage.clock().advance(Duration.ofSeconds(5));
          stage.subject().runBackground();
          assertThat(stage.subject().writer().figures().role()).isEqualTo(Role.HELD);
        });
    assertThat(stage.files()).containsExactly("alone");
    stage.clock().advance(Duration.ofSeconds(5));
    stage.subject().runBackground();
    assertThat(stage.subject().writer().figures().role()).isEqualTo(Role.GIVEN_UP);
  }

  @Test
  void workThatCommitsItselfIsTold() {
    assertThatThrownBy(
            () ->
                stage
                    .subject()
                    .commitOnNewest(commit -> stage.subject().commitOnNewest(file("inner"))))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.INVALID_REQUEST);
              assertThat(e).hasMessageContaining("work that has to end first");
            });
    stage.subject().commitOnNewest(file("outer"));
    assertThat(stage.files()).containsExactly("outer");
  }

  private static ObjectStoreException unanswered() {
    return new ObjectStoreException(
        ObjectStoreException.Kind.UNANSWERED, "wal", "unanswered", null);
  }

  private static CommitToken token(Future<CommitPosition> member) {
    CatalogException failure = failure(member);
    assertThat(failure).isInstanceOf(CommitOutcomeUnknownException.class);
    return ((CommitOutcomeUnknownException) failure).token();
  }

  private static List<Long> snapshotIds(List<Future<CommitPosition>> members) {
    return members.stream().map(each -> result(each).snapshotId()).toList();
  }
}
