package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitOutcomeUnknownException;
import io.moraine.model.CommitToken;
import io.moraine.model.NewLake;
import io.moraine.model.Reconciliation.Outcome;
import io.moraine.testing.PlannedFaults.WriteFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One fault strikes each write that an operation makes: the process dies before or after it, its
 * answer is lost, it fails. Whoever opens the lake afresh finds all of the operation or nothing,
 * what was acknowledged in any case, and can write on; and what is unknown can be found out.
 */
class CommitFaultsTest {
  private static final int MOST_TRIES = 4;

  /** How an operation ended. */
  private record End(Optional<Kind> failure, Optional<CommitToken> unknown) {
    static final End DONE = new End(Optional.empty(), Optional.empty());

    @Override
    public String toString() {
      return failure.map(Kind::toString).orElse("done");
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachWriteMayGoWrong(FaultyOperation operation) {
    Map<String, Integer> ends = new TreeMap<>();
    Map<String, List<String>> after;
    int writes;
    try (FaultStage stage = new FaultStage()) {
      operation.prepare(stage);
      stage.way().planNothing();
      operation.perform(stage);
      writes = stage.way().writes().size();
      after = shape(stage.tables());
    }
    for (WriteFault fault : WriteFault.values()) {
      for (int write = 0; write < writes; write++) {
        End end = play(operation, fault, write, after);
        ends.merge(fault + " " + end, 1, Integer::sum);
      }
    }
    System.out.printf("%s: %d writes, %s%n", operation, writes, ends);
    assertThat(writes).as("writes of the operation").isPositive();
  }

  private static End play(
      FaultyOperation operation, WriteFault fault, int write, Map<String, List<String>> after) {
    String what = operation + " with " + fault + " at write " + write;
    try (FaultStage stage = new FaultStage()) {
      operation.prepare(stage);
      Map<String, List<String>> before =
          operation == FaultyOperation.CREATE ? Map.of() : shape(stage.tables());
      stage.way().plan(write, fault);
      End end = perform(operation, stage);
      assertThat(stage.way().hasStruck()).as(what + ": the fault struck").isTrue();
      checkState(what, stage, end, before, after);
      checkWritingOn(what, operation, stage, end, before, after);
      if (fault != WriteFault.FREEZE && fault != WriteFault.FREEZE_AFTER) {
        checkLivingOn(what, operation, stage);
      }
      return end;
    } catch (RuntimeException e) {
      throw new AssertionError(what, e);
    }
  }

  private static End perform(FaultyOperation operation, FaultStage stage) {
    try {
      operation.perform(stage);
      return End.DONE;
    } catch (CommitOutcomeUnknownException e) {
      return new End(Optional.of(e.kind()), Optional.of(e.token()));
    } catch (CatalogException e) {
      return new End(Optional.of(e.kind()), Optional.empty());
    }
  }

  /** What is there is all or nothing, and agrees with the answer. */
  private static void checkState(
      String what,
      FaultStage stage,
      End end,
      Map<String, List<String>> before,
      Map<String, List<String>> after) {
    Map<String, List<String>> found = found(stage);
    if (end.failure().isEmpty()) {
      assertThat(found).as(what + ": acknowledged").isEqualTo(after);
    } else if (end.unknown().isEmpty() && end.failure().get() != Kind.OUTCOME_UNKNOWN) {
      assertThat(found).as(what + ": failed as " + end).isEqualTo(before);
    } else {
      assertThat(found).as(what + ": unknown").isIn(before, after);
    }
  }

  /** What a fresh reader sees; nothing if there is no lake. */
  private static Map<String, List<String>> found(FaultStage stage) {
    try {
      return shape(stage.tables());
    } catch (CatalogException e) {
      assertThat(e.kind()).isEqualTo(Kind.NO_LAKE);
      return Map.of();
    }
  }

  /** A fresh process writes; then it is certain what became of the operation. */
  private static void checkWritingOn(
      String what,
      FaultyOperation operation,
      FaultStage stage,
      End end,
      Map<String, List<String>> before,
      Map<String, List<String>> after) {
    Map<String, List<String>> found = found(stage);
    stage.pass();
    LakeProcess next = stage.another();
    if (operation == FaultyOperation.CREATE) {
      createAgain(what, stage, next, found);
      return;
    }
    persist(what, stage, next, "next");
    List<String> files = stage.tables().getOrDefault("ducklake_data_file", List.of());
    boolean there =
        files.stream().anyMatch(each -> each.contains('"' + FaultyOperation.FILE + '"'));
    if (end.failure().isEmpty() && !after.equals(before)) {
      assertThat(there).as(what + ": acknowledged, and there after a take-over").isTrue();
    }
    if (end.failure().isPresent() && end.unknown().isEmpty()) {
      assertThat(there).as(what + ": it said that it failed as " + end).isFalse();
    }
    end.unknown()
        .ifPresent(
            token ->
                assertThat(next.writer().reconcile(token).outcome())
                    .as(what + ": after a take-over")
                    .isEqualTo(there ? Outcome.COMMITTED : Outcome.NOT_COMMITTED));
  }

  private static void createAgain(
      String what, FaultStage stage, LakeProcess next, Map<String, List<String>> found) {
    try {
      next.create(NewLake.PLAIN);
      assertThat(found).as(what + ": a lake was there, and was created again").isEmpty();
    } catch (CatalogException e) {
      assertThat(e.kind()).as(what).isEqualTo(Kind.ALREADY_EXISTS);
    }
    persist(what, stage, next, "next");
  }

  /** The process that met the fault finds out what happened to it, and commits again. */
  private static void checkLivingOn(String what, FaultyOperation operation, FaultStage stage) {
    if (operation == FaultyOperation.CLOSE) {
      return;
    }
    stage.pass();
    persist(what + ": living on", stage, stage.subject(), "later");
    assertThat(stage.tables().get("ducklake_schema"))
        .as(what)
        .anyMatch(each -> each.contains("\"next\""))
        .anyMatch(each -> each.contains("\"later\""));
  }

  /** Commits a schema; who loses a race tries again. */
  private static void persist(String what, FaultStage stage, LakeProcess process, String schema) {
    List<String> failures = new ArrayList<>();
    while (!commits(process, schema, failures)) {
      assertThat(failures).as(what).hasSizeLessThan(MOST_TRIES);
      stage.pass();
    }
  }

  private static boolean commits(LakeProcess process, String schema, List<String> failures) {
    try {
      process.commit(commit -> commit.createSchema(schema));
      return true;
    } catch (CatalogException e) {
      failures.add(e.kind() + ": " + e.getMessage());
      return false;
    }
  }

  /** Tables without the random UUIDs of a new lake. */
  private static Map<String, List<String>> shape(Map<String, List<String>> tables) {
    Map<String, List<String>> shape = new TreeMap<>();
    tables.forEach(
        (name, lines) ->
            shape.put(
                name,
                lines.stream()
                    .map(each -> each.replaceAll("\"schema_uuid\":\"[^\"]*\"", ""))
                    .toList()));
    return shape;
  }
}
