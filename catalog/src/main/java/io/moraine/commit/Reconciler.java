package io.moraine.commit;

import io.moraine.base.Bytes;
import io.moraine.keyspace.Key;
import io.moraine.model.CommitPosition;
import io.moraine.model.CommitToken;
import io.moraine.model.Reconciliation;
import io.moraine.model.Reconciliation.Outcome;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.read.OpenLake;
import io.moraine.read.SystemRecords;
import io.moraine.slate.SlateReader;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.WalObject;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.read.StoredRow;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.read.WalTail;
import java.util.List;
import java.util.Optional;

/**
 * Finds out what became of a commit that was sent as a certain log object. Writes nothing.
 *
 * <p>The object is looked at first, then the latest manifest is read. As long as that replays from
 * before the object's id, the object decides: ours lies below the next fence, so every later writer
 * replays it; another's, or a fence, shows that ours was never created. After that the object may
 * have been collected, or be a late one that nobody replays, and the tables decide: by the head,
 * which never goes back, and by the snapshot record.
 */
final class Reconciler {
  private final OpenLake lake;

  /** */
  Reconciler(OpenLake lake) {
    this.lake = lake;
  }

  /** What lies under the id of a log object. */
  private enum Found {
    OURS,
    ANOTHERS,
    NOTHING,
    /** Something of which it cannot be told whose it is. */
    DOUBTFUL
  }

  /**
   * What can be told now.
   *
   * @throws io.moraine.slate.SlateException if the store cannot be read
   */
  Reconciliation reconcile(CommitToken token) {
    Found found = look(token);
    Manifest latest = lake.slate().readLatestManifest();
    boolean replayed = Long.compareUnsigned(latest.replayAfterWalId(), token.walId()) < 0;
    return replayed && found != Found.DOUBTFUL
        ? byObject(token, found, latest)
        : byRecord(token, latest, replayed);
  }

  private Reconciliation byObject(CommitToken token, Found found, Manifest latest) {
    return switch (found) {
      case OURS -> durable(token, latest, "its log object " + id(token) + " is there");
      case ANOTHERS ->
          new Reconciliation(
              Outcome.NOT_COMMITTED,
              "log object " + id(token) + " is another writer's object or fence");
      case NOTHING, DOUBTFUL ->
          new Reconciliation(
              Outcome.UNKNOWN,
              "log object "
                  + id(token)
                  + " is not there, but may still arrive; the next writer settles it");
    };
  }

  /**
   * @param replayed whether the log object is not in the tables of {@code latest}
   */
  private Reconciliation byRecord(CommitToken token, Manifest latest, boolean replayed) {
    SlateReader newest = newest(latest);
    CommitPosition head = SystemRecords.readPosition(newest);
    if (!replayed && !head.reaches(token.position())) {
      return new Reconciliation(
          Outcome.NOT_COMMITTED,
          "everything up to log object " + id(token) + " is in tables, and the lake is at " + head);
    }
    if (token.snapshotRecordSha256().isEmpty()) {
      return new Reconciliation(
          Outcome.UNKNOWN,
          "log object " + id(token) + " cannot tell any more, and the commit added no snapshot");
    }
    StoredRow stored = newest.get(new Key.Snapshot(token.position().snapshotId()).encode());
    if (stored == null) {
      return new Reconciliation(
          Outcome.UNKNOWN,
          "there is no snapshot " + token.position().snapshotId() + ", or it was expired");
    }
    String snapshot = "snapshot " + token.position().snapshotId();
    return CommitIdentity.sha256(stored.value()).equals(token.snapshotRecordSha256().get())
        ? durable(token, latest, snapshot + " is that of the commit")
        : new Reconciliation(Outcome.NOT_COMMITTED, snapshot + " is that of another commit");
  }

  private SlateReader newest(Manifest latest) {
    long lastWalId = lake.probe().lastIdAfter(latest.replayAfterWalId());
    WalTail tail = lake.slate().readTail(latest, lastWalId, TailAdmission.UNLIMITED);
    return lake.slate().open(latest, tail);
  }

  /** Durable is committed once every reader shows it, or the epoch ended. */
  private Reconciliation durable(CommitToken token, Manifest latest, String why) {
    if (Long.compareUnsigned(latest.writerEpoch(), token.epoch()) > 0) {
      return new Reconciliation(Outcome.COMMITTED, why + ", and a later writer goes on from it");
    }
    return lake.publishedUpTo(latest)
        .filter(walId -> Long.compareUnsigned(walId, token.walId()) >= 0)
        .map(walId -> new Reconciliation(Outcome.COMMITTED, why + ", and it is published"))
        .orElseGet(
            () ->
                new Reconciliation(
                    Outcome.UNKNOWN,
                    why + ", but it is not published; taking the writer role settles it"));
  }

  private Found look(CommitToken token) {
    String path = lake.manifests().layout().wal(token.walId());
    Optional<String> putId = lake.objects().findPutId(path);
    if (putId.isPresent()) {
      return putId.get().equals(token.putId()) ? Found.OURS : Found.ANOTHERS;
    }
    try {
      return byContent(token, path, lake.objects().read(path));
    } catch (ObjectStoreException e) {
      if (e.kind() == ObjectStoreException.Kind.NOT_FOUND) {
        return Found.NOTHING;
      }
      throw e;
    }
  }

  /** A store that keeps no put ids tells by the rows of the batch, if it added a snapshot. */
  private static Found byContent(CommitToken token, String path, Bytes content) {
    List<Row> rows = WalObject.decode(Region.whole(path, content)).rows();
    List<Row> ours = rows.stream().filter(each -> each.seq() == token.firstSequence()).toList();
    if (ours.isEmpty()) {
      return Found.ANOTHERS;
    }
    if (token.snapshotRecordSha256().isEmpty()) {
      return Found.DOUBTFUL;
    }
    Bytes key = new Key.Snapshot(token.position().snapshotId()).encode();
    return ours.stream()
            .filter(each -> each.key().equals(key))
            .anyMatch(
                each ->
                    CommitIdentity.sha256(each.value()).equals(token.snapshotRecordSha256().get()))
        ? Found.OURS
        : Found.ANOTHERS;
  }

  private static String id(CommitToken token) {
    return Long.toUnsignedString(token.walId());
  }
}
