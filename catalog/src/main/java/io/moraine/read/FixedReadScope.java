package io.moraine.read;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CommitPosition;
import io.moraine.model.Cursor;
import io.moraine.model.TableScan;
import io.moraine.table.MetadataTables;
import io.moraine.table.RecordSource;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** A scope with a share in a generation, which it gives back when closed. */
final class FixedReadScope implements LakeScope {
  private final Opening opening;
  private final SharedParts parts;
  private final Set<PagedCursor> cursors = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final LongAdder decoded = new LongAdder();

  /**
   * What a scope is opened with.
   *
   * @param id its number
   * @param owner the catalog that asked for it, by identity
   * @param share of the generation, for the scope
   * @param asOf the snapshot to show, or empty for everything that is stored
   * @param at the time
   */
  record Opening(long id, Object owner, Share share, OptionalLong asOf, Instant at) {}

  FixedReadScope(Opening opening, SharedParts parts) {
    this.opening = opening;
    this.parts = parts;
  }

  Opening opening() {
    return opening;
  }

  Generation generation() {
    return opening.share.generation();
  }

  boolean isProtectedBy(Lease lease) {
    return opening.share.lease().filter(each -> each == lease).isPresent();
  }

  SharedParts parts() {
    return parts;
  }

  int openCursors() {
    return cursors.size();
  }

  @Override
  public CommitPosition position() {
    return generation().position();
  }

  @Override
  public long snapshotId() {
    return opening.asOf.orElse(position().snapshotId());
  }

  @Override
  public LakeRevision revision() {
    Generation generation = generation();
    return new LakeRevision(
        generation.revision().manifest().id(),
        generation.revision().lastWalId(),
        generation.position(),
        generation.lastSequence());
  }

  @Override
  public RecordSource records() {
    return new ScopeRecords(this);
  }

  @Override
  public LakeScope share(Object owner) {
    checkOpen();
    if (!parts.generations().retainHeld(generation())) {
      throw isClosed();
    }
    opening.share.lease().ifPresent(parts.leases()::holdAgain);
    FixedReadScope other =
        new FixedReadScope(
            new Opening(
                parts.scopes().nextId(), owner, opening.share, opening.asOf, parts.clock().now()),
            parts);
    parts.scopes().add(other);
    return other;
  }

  @Override
  public Cursor open(TableScan scan) {
    return open(scan, MetadataTables::open);
  }

  @Override
  public Cursor open(TableScan scan, RowOpener opener) {
    checkOpen();
    PagedCursor cursor =
        parts
            .failures()
            .translate(
                generation(),
                () ->
                    PagedCursor.open(
                        this, withSnapshot(scan), opener, parts.memory().reservation()));
    cursors.add(cursor);
    if (closed.get()) {
      cursor.close();
      checkOpen();
    }
    return cursor;
  }

  /** The scan with the scope's snapshot, unless it names one of its own. */
  private TableScan withSnapshot(TableScan scan) {
    if (scan.asOf().isEmpty()) {
      return opening.asOf.isPresent() ? scan.asOf(opening.asOf.getAsLong()) : scan;
    }
    if (scan.asOf().getAsLong() != snapshotId()) {
      Snapshots.check(generation(), scan.asOf().getAsLong());
    }
    return scan;
  }

  @Override
  public boolean hasEnded() {
    return closed.get();
  }

  void checkOpen() {
    if (closed.get()) {
      throw isClosed();
    }
    checkValid();
  }

  /**
   * @throws CatalogException if the generation ended, or nothing protects its tables any more
   */
  void checkValid() {
    generation().checkLive();
    if (opening.share.lease().isPresent()) {
      opening.share.lease().get().check(parts.clock());
    }
  }

  private static CatalogException isClosed() {
    return new CatalogException(Kind.CLOSED, "The read scope is closed");
  }

  @Override
  public long recordsDecoded() {
    return decoded.sum();
  }

  void countDecoded(long records) {
    decoded.add(records);
  }

  /** Forgets a cursor that closes; false if it did before. */
  boolean remove(PagedCursor cursor) {
    return cursors.remove(cursor);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      List.copyOf(cursors).forEach(PagedCursor::close);
      parts.scopes().remove(this);
      parts.generations().release(generation());
      opening.share.lease().ifPresent(parts.leases()::release);
    }
  }
}
