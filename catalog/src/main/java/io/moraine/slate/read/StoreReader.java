package io.moraine.slate.read;

import io.moraine.base.Bytes;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.Segment;
import io.moraine.slate.read.PartedScan.Part;
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
        context.isFar()
            ? segments.stream().flatMap(each -> each.tree().tables()).toList()
            : List.of());
  }

  ReadContext context() {
    return context;
  }

  /** The row of {@code key}, or null if there is none. */
  public @Nullable StoredRow get(Bytes key) {
    Lookup lookup = new Lookup(key, maxSeq, context.mergeOperator());
    if (!memtable.lookup(lookup)) {
      SegmentReader owner = owner(key);
      if (owner != null) {
        lookUp(owner.tree(), lookup);
      }
    }
    return lookup.result();
  }

  private void lookUp(TreeReader tree, Lookup lookup) {
    if (context.isFar()) {
      SideBySideLookup.run(context, tree.covering(lookup.key()), lookup);
    } else {
      tree.lookup(lookup);
    }
  }

  /** The rows of {@code keys}, in their order, null for those that have none. */
  public List<@Nullable StoredRow> getAll(List<Bytes> keys) {
    List<AheadRead<@Nullable StoredRow>> reads = new ArrayList<>(keys.size());
    List<@Nullable StoredRow> rows = new ArrayList<>(keys.size());
    try {
      keys.forEach(key -> reads.add(getAhead(key)));
      reads.forEach(read -> rows.add(read.await()));
      return rows;
    } finally {
      reads.forEach(AheadRead::cancel);
    }
  }

  /** Begins to read the row of {@code key} if that is worth it. */
  AheadRead<@Nullable StoredRow> getAhead(Bytes key) {
    AheadRead<@Nullable StoredRow> read = new AheadRead<>(key.toHex(), () -> get(key));
    return context.isFar() ? read.begin(context) : read;
  }

  /** The rows of {@code range}. Nothing is read before the first move. */
  public RowIterator scan(BytesRange range, Direction direction, ScanShape shape) {
    return scan(List.of(range), direction, shape);
  }

  /**
   * The rows of {@code ranges}, which do not overlap and are in the order of the scan. Nothing is
   * read before the first move.
   */
  public RowIterator scan(List<BytesRange> ranges, Direction direction, ScanShape shape) {
    List<Scan> scans =
        ranges.stream()
            .map(range -> new Scan(ScanRange.of(range), direction, shape, null))
            .toList();
    return new PartedScan(this, direction, shape, scans);
  }

  /** The rows whose key starts with {@code prefix}; filters may rule out tables. */
  public RowIterator scanPrefix(Bytes prefix, Direction direction, ScanShape shape) {
    ScanRange range = ScanRange.of(BytesRange.prefix(prefix));
    return new PartedScan(
        this, direction, shape, List.of(new Scan(range, direction, shape, prefix)));
  }

  /** The parts of a scan's range that one tree, or the memtable alone, answers; in scan order. */
  List<Part> parts(Scan scan, ReadAhead ahead) {
    if (scan.range().isPoint()) {
      PointRows row = new PointRows(this, ahead, scan.range().from());
      ahead.addAll(List.of(row));
      return List.of(new Part(row.position(), row));
    }
    List<Stretch> stretches = stretches(scan);
    if (scan.direction() == Direction.DESCENDING) {
      Collections.reverse(stretches);
    }
    return stretches.stream().map(stretch -> part(stretch, ahead)).toList();
  }

  private List<Stretch> stretches(Scan scan) {
    List<Stretch> stretches = new ArrayList<>();
    Bytes from = scan.range().from();
    for (SegmentReader segment : segments) {
      ScanRange owned = segment.range().intersect(scan.range());
      if (!owned.isEmpty()) {
        addWithoutTree(stretches, scan.within(new ScanRange(from, owned.from())));
        stretches.add(new Stretch(scan.within(owned), segment.tree()));
        Bytes end = owned.to();
        if (end == null) {
          return stretches;
        }
        from = end;
      }
    }
    addWithoutTree(stretches, scan.within(new ScanRange(from, null)));
    return stretches;
  }

  private void addWithoutTree(List<Stretch> stretches, Scan scan) {
    if (!scan.range().isEmpty() && memtable.rowCount() > 0) {
      stretches.add(new Stretch(scan, null));
    }
  }

  private Part part(Stretch stretch, ReadAhead ahead) {
    List<RowCursor> cursors = new ArrayList<>();
    if (memtable.rowCount() > 0) {
      cursors.add(memtable.cursor(stretch.scan));
    }
    if (stretch.tree != null) {
      cursors.addAll(stretch.tree.cursors(stretch.scan, ahead));
    }
    Direction direction = stretch.scan.direction();
    RowHeap rows = new RowHeap(cursors, direction);
    return new Part(
        stretch.scan.start(), new MergedScan(rows, direction, maxSeq, context.mergeOperator()));
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
   * The part of a scan's range that one tree owns.
   *
   * @param scan what is asked of it
   * @param tree the tree under the memtable; null if there is none
   */
  private record Stretch(Scan scan, @Nullable TreeReader tree) {}
}
