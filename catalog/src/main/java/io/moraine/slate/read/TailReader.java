package io.moraine.slate.read;

import io.moraine.base.Unsigned;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import java.util.ArrayList;
import java.util.List;

/** Reads what is in the write-ahead log but not in the tables of a manifest. Thread-safe. */
public final class TailReader {
  private final WalReader wal;
  private final StoreLayout layout;

  /** Reads the log of the database at {@code layout} in the store of {@code context}. */
  public TailReader(ReadContext context, StoreLayout layout) {
    this.wal = new WalReader(context, layout);
    this.layout = layout;
  }

  /**
   * The rows that are not in the tables of {@code manifest}: of the write-ahead log after its
   * replay point up to {@code lastWalId}. Log objects that {@code known} has are not read if its
   * rows can be shared; only rows that are new are admitted.
   *
   * @throws ObjectStoreException of kind NOT_FOUND if a log object of the range is gone, or if the
   *     range ends before the last object that the manifest knows to be there
   * @throws SlateFormatException if an object is damaged, or their sequence numbers are not in
   *     order
   */
  public WalTail read(WalTail known, Manifest manifest, long lastWalId, TailAdmission admission) {
    checkReachesLastSeen(manifest, lastWalId);
    boolean continues =
        Long.compareUnsigned(known.replayAfterWalId(), manifest.replayAfterWalId()) <= 0
            && Long.compareUnsigned(known.lastL0Seq(), manifest.lastL0Seq()) <= 0
            && Long.compareUnsigned(known.lastWalId(), lastWalId) <= 0;
    WalTail shared = continues ? known : WalTail.none(manifest);
    Replay replay = new Replay(shared, manifest.lastL0Seq(), admission);
    wal.read(Unsigned.max(shared.lastWalId(), manifest.replayAfterWalId()), lastWalId, replay);
    return new WalTail(
        manifest.replayAfterWalId(),
        Unsigned.max(lastWalId, manifest.replayAfterWalId()),
        manifest.lastL0Seq(),
        Unsigned.max(manifest.lastL0Seq(), replay.lastSeq),
        shared.rows().above(manifest.lastL0Seq(), replay.kept));
  }

  private void checkReachesLastSeen(Manifest manifest, long lastWalId) {
    long end = Unsigned.max(lastWalId, manifest.replayAfterWalId());
    if (Long.compareUnsigned(end, manifest.walIdLastSeen()) < 0) {
      String missing = layout.wal(end + 1);
      throw new ObjectStoreException(
          ObjectStoreException.Kind.NOT_FOUND,
          missing,
          missing
              + ": the write-ahead log is to end before this object, but manifest "
              + Long.toUnsignedString(manifest.id())
              + " knows of objects up to "
              + Long.toUnsignedString(manifest.walIdLastSeen()),
          null);
    }
  }

  /** Keeps the rows that are not in tables, each object's when they were admitted. */
  private static final class Replay implements WalReader.ObjectVisitor {
    private final long lastL0Seq;
    private final TailAdmission admission;
    private final List<Row> kept = new ArrayList<>();

    /** Whether the next object's rows must lie beyond {@link #lastSeq}: one with rows was read. */
    private boolean ordered;

    private long lastSeq;
    private String lastPath = "the objects before";

    private Replay(WalTail known, long lastL0Seq, TailAdmission admission) {
      this.lastL0Seq = lastL0Seq;
      this.admission = admission;
      this.ordered = known.rowCount() > 0;
      this.lastSeq = known.maxSeq();
    }

    @Override
    public void visit(String path, List<Row> rows) {
      if (rows.isEmpty()) {
        return;
      }
      if (ordered && Long.compareUnsigned(rows.get(0).seq(), lastSeq) <= 0) {
        throw new SlateFormatException(
            path,
            0,
            "first sequence number "
                + Long.toUnsignedString(rows.get(0).seq())
                + " is not beyond "
                + Long.toUnsignedString(lastSeq)
                + " of "
                + lastPath);
      }
      ordered = true;
      lastPath = path;
      lastSeq = Unsigned.max(lastSeq, rows.get(rows.size() - 1).seq());
      List<Row> unflushed =
          rows.stream().filter(row -> Long.compareUnsigned(row.seq(), lastL0Seq) > 0).toList();
      long payload = unflushed.stream().mapToLong(Row::payloadBytes).sum();
      admission.admit(WalTail.chargeBytes(payload, unflushed.size()));
      kept.addAll(unflushed);
    }
  }
}
