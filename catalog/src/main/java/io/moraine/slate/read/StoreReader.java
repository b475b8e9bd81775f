package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.Segment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One fixed state of a store: its trees under a memtable of what was not yet flushed. Immutable and
 * thread-safe; holds nothing that must be closed.
 */
public final class StoreReader {
  private final ReadContext context;
  private final Memtable memtable;
  private final long maxSeq;
  private final List<SegmentReader> segments;

  /**
   * A reader of {@code segments}, ascending by range.
   *
   * @param maxSeq rows beyond this sequence number do not exist
   */
  private StoreReader(
      ReadContext context, Memtable memtable, long maxSeq, List<SegmentReader> segments) {
    this.context = context;
    this.memtable = memtable;
    this.maxSeq = maxSeq;
    this.segments = List.copyOf(segments);
  }

  /**
   * A reader of the tables of {@code manifest} under {@code memtable}.
   *
   * @param maxSeq rows beyond this sequence number do not exist
   */
  public static StoreReader of(
      ReadContext context, Manifest manifest, Memtable memtable, long maxSeq) {
    List<SegmentReader> segments = new ArrayList<>();
    for (Segment segment : manifest.segments()) {
      ScanRange range = ScanRange.of(BytesRange.prefix(segment.prefix()));
      segments.add(new SegmentReader(range, TreeReader.of(context, segment.tree())));
    }
    if (segments.isEmpty()) {
      ScanRange all = ScanRange.of(BytesRange.ALL);
      segments.add(new SegmentReader(all, TreeReader.of(context, manifest.tree())));
    }
    return new StoreReader(context, memtable, maxSeq, segments);
  }

  /** Begins to read indexes and filters, of a store that is not local. */
  public Prefetch prefetch() {
    return new Prefetch(
        context,
        context.store().isLocal()
            ? List.of()
            : segments.stream().flatMap(each -> each.tree().tables()).toList());
  }

  /** The row of {@code key}, or null if there is none. */
  public @Nullable StoredRow get(Bytes key) {
    Lookup lookup = new Lookup(key, maxSeq, context.mergeOperator());
    if (!memtable.lookup(lookup)) {
      SegmentReader owner = owner(key);
      if (owner != null) {
        owner.tree().lookup(lookup);
      }
    }
    return lookup.result();
  }

  /** The rows of {@code range}. Nothing is read before the first move. */
  public RowIterator scan(BytesRange range, Direction direction, ScanShape shape) {
    return new PartedScan(this, new Scan(ScanRange.of(range), direction, shape, null));
  }

  /** The rows whose key starts with {@code prefix}; filters may rule out tables. */
  public RowIterator scanPrefix(Bytes prefix, Direction direction, ScanShape shape) {
    ScanRange range = ScanRange.of(BytesRange.prefix(prefix));
    return new PartedScan(this, new Scan(range, direction, shape, prefix));
  }

  /** The parts of a scan's range that one tree, or the memtable alone, answers; in scan order. */
  List<Part> parts(Scan scan) {
    List<Part> parts = new ArrayList<>();
    Bytes from = scan.range().from();
    for (SegmentReader segment : segments) {
      ScanRange owned = segment.range().intersect(scan.range());
      if (!owned.isEmpty()) {
        addMemtablePart(parts, scan.within(new ScanRange(from, owned.from())));
        parts.add(new Part(scan.within(owned), segment.tree()));
        Bytes end = owned.to();
        if (end == null) {
          return ordered(parts, scan);
        }
        from = end;
      }
    }
    addMemtablePart(parts, scan.within(new ScanRange(from, null)));
    return ordered(parts, scan);
  }

  private void addMemtablePart(List<Part> parts, Scan scan) {
    if (!scan.range().isEmpty() && memtable.rowCount() > 0) {
      parts.add(new Part(scan, null));
    }
  }

  private static List<Part> ordered(List<Part> parts, Scan scan) {
    if (scan.direction() == Direction.DESCENDING) {
      Collections.reverse(parts);
    }
    return parts;
  }

  RowIterator open(Part part) {
    List<RowCursor> cursors = new ArrayList<>();
    if (memtable.rowCount() > 0) {
      cursors.add(memtable.cursor(part.scan));
    }
    if (part.tree != null) {
      cursors.addAll(part.tree.cursors(part.scan));
    }
    Direction direction = part.scan.direction();
    return new MergedScan(
        new RowHeap(cursors, direction), direction, maxSeq, context.mergeOperator());
  }

  private @Nullable SegmentReader owner(Bytes key) {
    int low = 0;
    int high = segments.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (segments.get(middle).range().from().compareTo(key) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return high >= 0 && segments.get(low).range().contains(key) ? segments.get(low) : null;
  }

  /**
   * A stretch of a scan.
   *
   * @param scan what is asked of it
   * @param tree the tree under the memtable; null if there is none
   */
  record Part(Scan scan, @Nullable TreeReader tree) {}
}
