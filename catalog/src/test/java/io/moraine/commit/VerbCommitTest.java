package io.moraine.commit;

import static io.moraine.commit.GroupStage.failure;
import static io.moraine.commit.GroupStage.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.Changes;
import io.moraine.model.CommitPosition;
import io.moraine.model.CommitRequest;
import io.moraine.model.Committed;
import io.moraine.model.Cursor;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewColumn;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewTable;
import io.moraine.model.OptionScope;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.model.Transaction;
import io.moraine.read.LakeScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commits of work that uses verbs: what they give, and what they conflict with. */
class VerbCommitTest {
  private static final long MAIN = 0;

  private final GroupStage stage = new GroupStage();

  @AfterEach
  void close() {
    stage.close();
  }

  private <T> Committed<T> commit(Function<Changes, T> work) {
    return stage.subject().commit(CommitRequest.NEWEST, work);
  }

  private CommitPosition newest() {
    try (LakeScope scope = stage.subject().readScope()) {
      return scope.position();
    }
  }

  private static NewTable table(String name) {
    return NewTable.of(name, NewColumn.of("id", "int64"));
  }

  private static NewDataFile file(String path) {
    return NewDataFile.of(path, true, 1, 100, 10);
  }

  @Test
  void aCommitGivesWhatItsWorkGaveAndWhereItLed() {
    CommitPosition before = newest();
    Committed<Long> created = commit(changes -> changes.createTable(MAIN, table("made")));
    assertThat(created.changed()).isTrue();
    assertThat(created.position())
        .isEqualTo(new CommitPosition(before.snapshotId() + 1, before.batchSeq() + 1));
    Committed<Long> found = commit(changes -> changes.findTable(MAIN, "made").orElseThrow());
    assertThat(found.result()).isEqualTo(created.result());
    assertThat(found.changed()).isFalse();
    assertThat(found.position()).isEqualTo(created.position());
    assertThat(newest()).isEqualTo(created.position());
  }

  @Test
  void nothingIsWrittenForWorkThatChangesNothingOrThrows() {
    stage.way().restart();
    var unused = commit(changes -> changes.findSchema("main"));
    IllegalStateException own = new IllegalStateException("own");
    assertThatThrownBy(
            () ->
                commit(
                    changes -> {
                      var unusedId = changes.createTable(MAIN, table("lost"));
                      throw own;
                    }))
        .isSameAs(own);
    assertThatThrownBy(() -> commit(changes -> changes.createTable(MAIN, table("t"))))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ALREADY_EXISTS));
    assertThat(stage.way().written("wal")).isZero();
    assertThat(stage.way().written("manifest")).isZero();
  }

  @Test
  void whatTouchedTheSameSinceTheBaseIsAConflict() {
    CommitRequest request = CommitRequest.NEWEST.basedOn(newest());
    Committed<?> renamed = commit(changes -> renamed(changes, "u"));
    assertThatThrownBy(
            () ->
                stage
                    .subject()
                    .commit(
                        request,
                        changes -> changes.addDataFiles(GroupStage.TABLE, List.of(file("f")))))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.CONFLICT);
              assertThat(e)
                  .hasMessageStartingWith(
                      "commit conflict: concurrent commit "
                          + renamed.position().snapshotId()
                          + " touched the same state");
            });
    var unused = commit(changes -> changes.addDataFiles(GroupStage.TABLE, List.of(file("f"))));
    assertThat(stage.files()).containsExactly("f");
  }

  private static Changes renamed(Changes changes, String name) {
    changes.renameTable(GroupStage.TABLE, name);
    return changes;
  }

  @Test
  void whatTouchedOtherTablesIsNone() {
    long other = commit(changes -> changes.createTable(MAIN, table("other"))).result();
    CommitRequest request = CommitRequest.NEWEST.basedOn(newest());
    var unused = commit(changes -> renamed(changes, "u"));
    stage.subject().commit(request, changes -> changes.addDataFiles(other, List.of(file("f"))));
    assertThat(stage.files()).containsExactly("f");
  }

  @Test
  void optionsAloneNeverConflict() {
    CommitRequest request = CommitRequest.NEWEST.basedOn(newest());
    var unused = commit(changes -> changes.createSchema("s"));
    Committed<?> set =
        stage
            .subject()
            .commit(
                request,
                changes -> {
                  changes.setOption(new OptionScope.Lake(), "target_file_size", "1000000");
                  return changes;
                });
    assertThat(set.position().snapshotId()).isEqualTo(newest().snapshotId());
    assertThat(set.position().batchSeq()).isEqualTo(newest().batchSeq());
  }

  @Test
  void whatOthersDidBeforeTheProcessIsTheWriterAgainIsNone() {
    stage.clock().advance(Duration.ofSeconds(5));
    stage.subject().runBackground();
    stage.another().commit(CommitRequest.NEWEST, changes -> changes.createSchema("theirs"));
    var mine = commit(changes -> changes.createSchema("mine"));
    assertThat(mine.changed()).isTrue();
  }

  @Test
  void aSnapshotThatWasExpiredSinceTheBaseIsAConflict() {
    CommitRequest request = CommitRequest.NEWEST.basedOn(newest());
    var first = commit(changes -> changes.createTable(MAIN, table("a")));
    var second = commit(changes -> changes.createTable(MAIN, table("b")));
    stage.subject().commit(request, changes -> changes.createTable(MAIN, table("c")));
    LakeProcess other = stage.another();
    expire(other, first.position().snapshotId());
    assertThatThrownBy(
            () -> stage.another().commit(request, changes -> changes.createTable(MAIN, table("d"))))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.CONFLICT);
              assertThat(e)
                  .hasMessageContaining("concurrent commit " + first.position().snapshotId());
            });
    assertThat(second.position().snapshotId()).isGreaterThan(first.position().snapshotId());
  }

  private static void expire(LakeProcess process, long snapshotId) {
    try (LakeScope scope = process.readScope();
        Transaction transaction = process.begin(scope);
        Cursor rows =
            scope.open(
                TableScan.of(MetadataTable.SNAPSHOT).where(KeyCondition.equalTo(snapshotId)))) {
      assertThat(rows.next()).isTrue();
      transaction.delete(MetadataTable.SNAPSHOT, List.<Object[]>of(rows.row()));
      var unused = transaction.commit(Optional.empty());
    }
  }

  @Test
  void aBaseThatTheLakeHasNotReachedIsRefused() {
    CommitPosition now = newest();
    CommitRequest request =
        CommitRequest.NEWEST.basedOn(new CommitPosition(now.snapshotId() + 1, now.batchSeq() + 1));
    assertThatThrownBy(() -> stage.subject().commit(request, changes -> changes.createSchema("s")))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.POSITION_NOT_REACHED));
  }

  @Test
  void earlierMembersOfItsGroupCanBeWhatACommitConflictsWith() {
    List<Future<Committed<Long>>> members = new ArrayList<>();
    AtomicReference<Boolean> early = new AtomicReference<>();
    stage
        .way()
        .at(
            0,
            create -> {
              members.add(stage.handIn(CommitRequest.NEWEST, each -> each.createSchema("a")));
              members.add(stage.handIn(CommitRequest.NEWEST, each -> each.createSchema("b")));
              members.add(
                  stage.handIn(
                      CommitRequest.NEWEST, each -> each.createTable(MAIN, table("beside"))));
              early.set(members.get(1).isDone());
              return create.get();
            });
    stage.subject().commitOnNewest(GroupStage.file("alone"));
    assertThat(early).as("told before anybody can see why").hasValue(false);
    long first = result(members.get(0)).position().snapshotId();
    CatalogException conflict = failure(members.get(1));
    assertThat(conflict.kind()).isEqualTo(Kind.CONFLICT);
    assertThat(conflict).hasMessageContaining("concurrent commit " + first);
    assertThat(result(members.get(2)).position().snapshotId()).isEqualTo(first + 1);
    assertThat(stage.way().written("wal")).isEqualTo(2);
  }

  @Test
  void verbsAreRefusedOnceTheirWorkIsOver() {
    AtomicReference<Changes> kept = new AtomicReference<>();
    Committed<Long> created =
        commit(
            changes -> {
              kept.set(changes);
              return changes.createTable(Changes.MAIN_SCHEMA, table("in time"));
            });
    assertThat(created.changed()).isTrue();
    assertThatThrownBy(
            () -> Objects.requireNonNull(kept.get()).createTable(MAIN, table("too late")))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CLOSED));
  }

  @Test
  void workReadsWhatThoseBeforeItWroteAndWhatItChanged() {
    List<Future<Committed<List<String>>>> members = new ArrayList<>();
    AtomicReference<ReadScope> kept = new AtomicReference<>();
    stage
        .way()
        .at(
            0,
            create -> {
              members.add(
                  stage.handIn(
                      CommitRequest.NEWEST,
                      changes -> {
                        changes.createTable(MAIN, table("mine"));
                        kept.set(changes.scope());
                        return tableNames(changes.scope());
                      }));
              return create.get();
            });
    stage.subject().commitOnNewest(commit -> commit.createTable("before", "id"));
    assertThat(result(members.get(0)).result()).containsExactlyInAnyOrder("t", "before", "mine");
    assertThatThrownBy(
            () -> Objects.requireNonNull(kept.get()).open(TableScan.of(MetadataTable.TABLE)))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CLOSED));
  }

  private static List<String> tableNames(ReadScope scope) {
    List<String> names = new ArrayList<>();
    try (Cursor rows = scope.open(TableScan.of(MetadataTable.TABLE))) {
      while (rows.next()) {
        names.add(String.valueOf(rows.row()[5]));
      }
    }
    return names;
  }

  @Test
  void whoseTimeIsUpBeforeItsTurnLeavesNothingBehind() {
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Future<Committed<Long>> holder =
        stage.beside(
            () ->
                commit(
                    changes -> {
                      waits.countDown();
                      GroupStage.await(over);
                      return changes.createSchema("holder");
                    }));
    GroupStage.await(waits);
    assertThatThrownBy(
            () ->
                stage
                    .subject()
                    .commit(
                        CommitRequest.NEWEST.within(Duration.ofMillis(20)),
                        changes -> changes.createSchema("late")))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
    over.countDown();
    result(holder);
    assertThat(stage.another().tables().get("ducklake_schema"))
        .anyMatch(each -> each.contains("\"holder\""))
        .noneMatch(each -> each.contains("\"late\""));
  }

  @Test
  void workThatLostTheRoleIsRunAgainOnWhatTheOtherLeft() {
    LakeProcess other = stage.another();
    List<Long> snapshots = new ArrayList<>();
    stage
        .way()
        .at(
            0,
            create -> {
              if (snapshots.size() == 1) {
                other.commit(GroupStage.file("other"));
              }
              return create.get();
            });
    Committed<List<Long>> mine =
        commit(
            changes -> {
              snapshots.add(changes.snapshotId());
              return changes.addDataFiles(GroupStage.TABLE, List.of(file("mine")));
            });
    assertThat(snapshots).hasSize(2);
    assertThat(snapshots.get(1)).isEqualTo(snapshots.get(0) + 1);
    assertThat(mine.position().snapshotId()).isEqualTo(snapshots.get(1));
    assertThat(stage.files()).containsExactlyInAnyOrder("other", "mine");
  }
}
