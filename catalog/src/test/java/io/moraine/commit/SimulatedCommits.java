package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.commit.SimulatedProcess.Begun;
import io.moraine.model.CatalogException;
import io.moraine.model.Changes;
import io.moraine.model.CommitMessage;
import io.moraine.model.CommitOutcomeUnknownException;
import io.moraine.model.CommitPosition;
import io.moraine.model.CommitToken;
import io.moraine.model.Committed;
import io.moraine.model.MetadataTable;
import io.moraine.model.NewColumn;
import io.moraine.model.NewDataFile;
import io.moraine.model.NewTable;
import io.moraine.model.OptionScope;
import io.moraine.model.Reconciliation;
import io.moraine.model.Reconciliation.Outcome;
import io.moraine.model.TableScan;
import io.moraine.model.Transaction;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.ScopeRows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The commits of a simulation: how they are made, and what is known of each in the end. */
final class SimulatedCommits {
  private static final int LARGEST_GROUP = 6;
  private static final int SNAPSHOTS_KEPT = 4;
  private static final long SMALLEST_SIZE = 1_000_000;

  private final Random random;
  private final SimulatedHistory history;
  private final SimulatedEnds ends;
  private final Map<String, CommitToken> unknown = new LinkedHashMap<>();
  private final Map<String, Outcome> found = new LinkedHashMap<>();
  private long mayBeExpired;
  private int options;

  SimulatedCommits(Random random, SimulatedHistory history, SimulatedEnds ends) {
    this.random = random;
    this.history = history;
    this.ends = ends;
  }

  /** Makes one commit of any kind. */
  void one(SimulatedProcess process) {
    begin(process, anyKind()).ifPresent(begun -> await(process, begun));
  }

  /** Makes one that adds a file; gives its label. */
  String file(SimulatedProcess process) {
    SimulatedKind kind = SimulatedKind.ROWS;
    String label = kind.label(process.nextName());
    begin(process, kind, label).ifPresent(begun -> await(process, begun));
    return label;
  }

  /** Begins several, so that they go to the log together, and awaits them now or later. */
  void group(SimulatedProcess process) {
    int size = 2 + random.nextInt(LARGEST_GROUP - 1);
    int staged = random.nextInt(size);
    for (int i = 0; i < size; i++) {
      begin(process, i == staged && random.nextBoolean() ? SimulatedKind.ROWS : anyVerb())
          .ifPresent(process::add);
    }
    ends.count("group", "begun");
    if (random.nextInt(3) > 0) {
      awaitAll(process);
    }
  }

  /** Begins one while another of the same process is on its way. */
  void beside(SimulatedProcess process) {
    begin(process, anyVerb()).ifPresent(process::add);
    ends.count("commit", "begun beside");
  }

  /** Awaits one that was begun, in any order. */
  void awaitAny(SimulatedProcess process) {
    process.takeBegun(random).ifPresent(begun -> await(process, begun));
  }

  /** Awaits all that were begun, in any order. */
  void awaitAll(SimulatedProcess process) {
    Optional<Begun> begun = process.takeBegun(random);
    while (begun.isPresent()) {
      await(process, begun.get());
      begun = process.takeBegun(random);
    }
  }

  private SimulatedKind anyKind() {
    List<SimulatedKind> kinds = List.of(SimulatedKind.values());
    return random.nextInt(3) == 0 ? SimulatedKind.ROWS : kinds.get(random.nextInt(kinds.size()));
  }

  private SimulatedKind anyVerb() {
    List<SimulatedKind> verbs =
        List.of(SimulatedKind.values()).stream().filter(each -> !each.isStaged()).toList();
    return verbs.get(random.nextInt(verbs.size()));
  }

  private Optional<Begun> begin(SimulatedProcess process, SimulatedKind kind) {
    String label =
        kind.setsOption()
            ? Long.toString(SMALLEST_SIZE + ++options)
            : kind.label(process.nextName());
    return begin(process, kind, label);
  }

  private Optional<Begun> begin(SimulatedProcess process, SimulatedKind kind, String label) {
    try {
      Supplier<Optional<CommitPosition>> rest =
          kind.isStaged() ? staged(process, kind, label) : verbs(process, kind, label);
      return Optional.of(new Begun(label, kind, rest));
    } catch (CatalogException e) {
      history.fail(label);
      ends.count("commit", e.kind().toString());
      return Optional.empty();
    }
  }

  private Supplier<Optional<CommitPosition>> staged(
      SimulatedProcess process, SimulatedKind kind, String label) {
    Supplier<CommitPosition> begun =
        process.lake().begin(transaction -> stage(transaction, kind, label));
    return () -> Optional.of(begun.get());
  }

  private void stage(Transaction transaction, SimulatedKind kind, String label) {
    switch (kind) {
      case ROWS -> {
        DuckLakeCommit commit = new DuckLakeCommit(transaction);
        commit.addFile(SimulatedView.TABLE, label, 1);
        commit.message(label).complete();
      }
      case OPTION_ROW -> DuckLakeCommit.setOption(transaction, SimulatedView.OPTION, label);
      case EXPIRE -> expire(transaction, label);
      default -> throw new IllegalArgumentException(label);
    }
  }

  /** Forgets all but the newest snapshots; with too few of them, sets an option instead. */
  private void expire(Transaction transaction, String label) {
    SimulatedView view = SimulatedView.of(transaction.scope());
    view.labels().forEach(history::saw);
    long first = view.position().snapshotId() - SNAPSHOTS_KEPT + 1;
    if (view.labels().size() <= SNAPSHOTS_KEPT) {
      DuckLakeCommit.setOption(transaction, "unused", label);
      return;
    }
    mayBeExpired = Math.max(mayBeExpired, first);
    for (MetadataTable table : List.of(MetadataTable.SNAPSHOT, MetadataTable.SNAPSHOT_CHANGES)) {
      List<@Nullable Object[]> old =
          ScopeRows.of(transaction.scope(), TableScan.of(table)).stream()
              .filter(row -> row[0] instanceof Long id && id < first)
              .toList();
      transaction.delete(table, old);
    }
  }

  private static Supplier<Optional<CommitPosition>> verbs(
      SimulatedProcess process, SimulatedKind kind, String label) {
    Supplier<Committed<Boolean>> begun =
        process.lake().beginWork(changes -> work(changes, kind, label));
    return () -> Optional.of(begun.get()).filter(Committed::changed).map(Committed::position);
  }

  private static boolean work(Changes changes, SimulatedKind kind, String label) {
    if (kind.addsSnapshot()) {
      changes.describe(CommitMessage.of("simulated", label));
    }
    switch (kind) {
      case FILE -> {
        var unused =
            changes.addDataFiles(
                SimulatedView.TABLE, List.of(NewDataFile.of(label, true, 1, 1001, 321)));
      }
      case TABLE -> {
        var unused = changes.createTable(0, NewTable.of(label, NewColumn.of("id", "int64")));
      }
      case TAG -> changes.setTag(SimulatedView.TABLE, "comment", label);
      case OPTION -> changes.setOption(new OptionScope.Lake(), SimulatedView.OPTION, label);
      case DROP -> {
        Optional<Long> table = droppable(changes);
        table.ifPresent(changes::dropTable);
        return table.isPresent();
      }
      default -> throw new IllegalArgumentException(label);
    }
    return true;
  }

  private static Optional<Long> droppable(Changes changes) {
    return ScopeRows.of(
            changes.scope(),
            TableScan.of(MetadataTable.TABLE).select("table_id", "end_snapshot", "table_name"))
        .stream()
        .filter(row -> row[1] == null && SimulatedKind.TABLE.made(String.valueOf(row[2])))
        .findFirst()
        .map(row -> (Long) Objects.requireNonNull(row[0]));
  }

  private void await(SimulatedProcess process, Begun begun) {
    String label = begun.label();
    try {
      Optional<CommitPosition> position = begun.rest().get();
      position.ifPresentOrElse(
          reached -> {
            acknowledge(begun, reached);
            process.reach(reached);
          },
          () -> history.fail(label));
      ends.count("commit " + begun.kind(), position.isPresent() ? "done" : "not needed");
    } catch (CommitOutcomeUnknownException e) {
      unknown.put(label, e.token());
      ends.count("commit", e.kind().toString());
    } catch (CatalogException e) {
      history.fail(label);
      ends.count("commit", e.kind().toString());
    }
  }

  private void acknowledge(Begun begun, CommitPosition position) {
    switch (begun.kind()) {
      case EXPIRE -> history.acknowledgeNamelessly(position);
      case OPTION, OPTION_ROW -> history.acknowledgeOption(begun.label(), position);
      default -> history.acknowledge(begun.label(), position);
    }
  }

  /** Asks what became of the commits in doubt; what was found out once must remain so. */
  void reconcile(LakeProcess lake) {
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

  /**
   * With everything settled, each commit in doubt that added a snapshot was found out, and truly;
   * unless that snapshot was expired, so that nothing tells of it.
   */
  void checkFound() {
    unknown.forEach(
        (label, token) -> {
          Outcome truth = history.isThere(label) ? Outcome.COMMITTED : Outcome.NOT_COMMITTED;
          boolean isTold =
              token.snapshotRecordSha256().isPresent()
                  && (found.containsKey(label) || token.position().snapshotId() >= mayBeExpired);
          if (isTold) {
            assertThat(found.get(label)).as("outcome of %s, %s", label, token).isEqualTo(truth);
          }
        });
  }
}
