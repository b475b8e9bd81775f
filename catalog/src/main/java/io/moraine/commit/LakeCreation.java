package io.moraine.commit;

import io.moraine.commit.Proposal.LostException;
import io.moraine.keyspace.KeyRange;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.NewLake;
import io.moraine.model.WriterSettings;
import io.moraine.read.OneAtATime;
import io.moraine.read.StoreRecords;
import io.moraine.slate.SlateException;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.write.FencedException;
import io.moraine.staged.Bootstrap;
import io.moraine.staged.CommitBatch;
import io.moraine.table.RecordSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Creates a lake where nothing is yet. A store without any row, as one that crashed while it was
 * created leaves it, is completed.
 */
final class LakeCreation {
  private static final String TAKEN = "another process has just taken the store";

  private final LakeAccess access;
  private final WriterRole role;
  private final OneAtATime turns;
  private final Committer committer;

  LakeCreation(LakeAccess access, WriterRole role, OneAtATime turns, Committer committer) {
    this.access = access;
    this.role = role;
    this.turns = turns;
    this.committer = committer;
  }

  /**
   * Creates it.
   *
   * @throws CatalogException of kind ALREADY_EXISTS if anything else is there
   */
  void create(NewLake lake, WriterSettings settings) {
    if (access.lake().objects().isEmpty()) {
      createStore();
    } else {
      checkWithoutRows();
    }
    turns.execute("The creation of a lake", () -> bootstrap(lake, settings));
  }

  private void createStore() {
    try {
      access.lake().slate().create(access.ids());
    } catch (SlateException e) {
      if (e.kind() == SlateException.Kind.ALREADY_EXISTS) {
        throw exists("another process is creating a lake there at this moment", e);
      }
      throw e;
    }
  }

  private void checkWithoutRows() {
    Manifest latest;
    try {
      latest = access.lake().slate().readLatestManifest();
    } catch (SlateException e) {
      if (e.kind() == SlateException.Kind.NO_STORE) {
        throw exists("there is something else", e);
      }
      throw e;
    }
    long lastWalId = access.lake().probe().lastIdAfter(latest.replayAfterWalId());
    boolean hasRows =
        latest.views().findAny().isPresent()
            || access.lake().slate().readTail(latest, lastWalId, TailAdmission.UNLIMITED).rowCount()
                > 0;
    if (hasRows) {
      throw exists("there is a lake, or another database", null);
    }
  }

  private void bootstrap(NewLake lake, WriterSettings settings) {
    try {
      bootstrap(lake, role.hold(settings));
    } catch (FencedException | LostException e) {
      throw exists(TAKEN, e);
    }
  }

  private void bootstrap(NewLake lake, ActiveWriter writer) {
    RecordSource records = StoreRecords.all(writer.slate().reader());
    try (RecordSource.RecordIterator any =
        records.scan(List.of(KeyRange.EVERYTHING), RecordSource.Direction.ASCENDING)) {
      if (any.next()) {
        throw exists("another process has just created a lake there", null);
      }
    }
    CommitBatch batch =
        Bootstrap.batch(
            access.clock().now(),
            access.ids().nextUuid(),
            lake.dataPath(),
            Boolean.toString(lake.encrypted()));
    committer.writeAndPublish(writer, batch);
  }

  private CatalogException exists(String why, @Nullable Exception cause) {
    return new CatalogException(
        Kind.ALREADY_EXISTS,
        access.lake().objects().location()
            + " is not empty: "
            + why
            + "; a lake is created in an empty place",
        cause);
  }
}
