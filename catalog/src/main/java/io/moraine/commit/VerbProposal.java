package io.moraine.commit;

import io.moraine.keyspace.Key;
import io.moraine.keyspace.SnapshotValue;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.Changes;
import io.moraine.model.CommitPosition;
import io.moraine.model.Committed;
import io.moraine.model.WriterSettings;
import io.moraine.read.StoreRecords;
import io.moraine.slate.read.StoredRow;
import io.moraine.staged.CommitBatch;
import io.moraine.staged.StagedRows;
import io.moraine.verbs.StagedChanges;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Work that changes the lake by verbs: it runs on whatever state is the newest, and conflicts only
 * with commits that touched the same since it was asked for.
 */
final class VerbProposal<T extends @Nullable Object> implements Proposal<Committed<T>> {
  private final LakeAccess access;
  private final WriterSettings settings;
  private final Function<Changes, T> work;

  /** What its author knew. */
  private final Optional<CommitPosition> base;

  /**
   * @param base the state that the work was decided on, if there was one
   */
  VerbProposal(
      LakeAccess access,
      WriterSettings settings,
      Optional<CommitPosition> base,
      Function<Changes, T> work) {
    this.access = access;
    this.settings = settings;
    this.base = base;
    this.work = work;
  }

  @Override
  public WriterSettings settings() {
    return settings;
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }

  @Override
  public Decision<Committed<T>> decide(WrittenState state) {
    CommitPosition decidedOn = decidedOn(state);
    StoreRecords records = StoreRecords.all(state.reader());
    StagedChanges staged =
        new StagedChanges(
            records,
            snapshot(state),
            access.ids(),
            TimeUnit.MILLISECONDS.toMicros(access.clock().wallMillis()));
    T result;
    Optional<CommitBatch> batch;
    Run run = new Run(state, records);
    try {
      result = work.apply(staged.changes(run::scope));
      batch = staged.finish(state.position().batchSeq());
    } catch (RuntimeException e) {
      return new Decision.Refuse<>(e);
    } finally {
      run.end();
    }
    if (batch.isEmpty()) {
      return new Decision.Keep<>(new Committed<>(result, state.position(), false));
    }
    Optional<CatalogException> conflict =
        batch.get().snapshotRecord().isEmpty()
            ? Optional.empty()
            : Intervening.conflict(staged.changeSet(), decidedOn.snapshotId(), state);
    return conflict.isPresent()
        ? new Decision.Refuse<>(conflict.get())
        : new Decision.Write<>(batch.get(), new Committed<>(result, batch.get().position(), true));
  }

  /** The one scope of a run. */
  private final class Run {
    private final WrittenState state;
    private final StoreRecords records;
    private @Nullable WorkScope scope;

    private Run(WrittenState state, StoreRecords records) {
      this.state = state;
      this.records = records;
    }

    WorkScope scope(StagedRows rows) {
      WorkScope known = scope;
      if (known == null) {
        known = new WorkScope(access.lake(), records, state.position(), rows);
        scope = known;
      }
      return known;
    }

    void end() {
      if (scope != null) {
        scope.close();
      }
    }
  }

  private CommitPosition decidedOn(WrittenState state) {
    CommitPosition known = base.orElse(state.position());
    if (!state.position().reaches(known)) {
      // The caller saw more than this writer knows of: another must have taken the store.
      var unused = state.writer().slate().refresh();
      throw new CatalogException(
          Kind.POSITION_NOT_REACHED,
          "The commit is based on " + known + ", and the lake is at " + state.position());
    }
    return known;
  }

  private static SnapshotValue snapshot(WrittenState state) {
    long id = state.position().snapshotId();
    var key = new Key.Snapshot(id).encode();
    StoredRow row = state.reader().get(key);
    if (row == null) {
      throw new CatalogException(
          Kind.CORRUPTION, "The head is at snapshot " + id + ", which has no record");
    }
    return SnapshotValue.TYPE.decode(key, row.value());
  }
}
