package io.moraine.slate.write;

import io.moraine.base.Bytes;
import io.moraine.base.Workers;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.RowKind;
import io.moraine.slate.format.SstWriter;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.manifest.WriteRefusedException;
import io.moraine.slate.manifest.WriteRefusedException.Reason;
import io.moraine.slate.read.WalTail;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Moves a durable tail of the log into tables, one for each segment that it touches. First the
 * tables, then the manifest that names them. One use each.
 *
 * <p>Of the versions of a key the newest is kept: the writer serves no readers of older ones from
 * newer tables. Deletions are kept, since older tables may have the key; values that have expired
 * become deletions; operands that are to be merged are kept down to the first row that is none.
 * Source: SlateDB {@code memtable_flusher}, {@code retention_iterator.rs} at e0161973.
 */
final class Flush {
  private static final int ROW_OVERHEAD_BYTES = 40;
  private static final long MILLIS_PER_SECOND = 1000;

  private final WriterParts parts;
  private final WriterOptions options;
  private final SegmentPrefixes prefixes;
  private final WalTail tail;
  private final long tick;

  Flush(WriterParts parts, WriterOptions options, WriterState durable) {
    this.parts = parts;
    this.options = options;
    this.prefixes = new SegmentPrefixes(parts.requirements().segmentExtractor());
    this.tail = durable.tail();
    long newest = durable.manifest().lastL0ClockTick();
    for (Row row : tail.rows().rows()) {
      newest = Math.max(newest, row.createMillis().orElse(newest));
    }
    this.tick = newest;
  }

  /**
   * Writes the tables.
   *
   * @return the view of each, by segment
   * @throws WriteRefusedException if a segment has as many as it may
   */
  Map<Bytes, SsTableView> upload(Manifest manifest, Ulids ids) {
    Map<Bytes, List<Row>> split = prefixes.split(tail.rows());
    checkRoom(manifest, split.keySet());
    List<Bytes> segments = new ArrayList<>();
    List<Supplier<SsTableView>> uploads = new ArrayList<>();
    split.forEach(
        (prefix, rows) -> {
          List<Row> kept = retained(rows);
          if (!kept.isEmpty()) {
            Ulid id = ids.next();
            segments.add(prefix);
            uploads.add(() -> upload(id, kept));
          }
        });
    List<SsTableView> views = all(uploads);
    Map<Bytes, SsTableView> bySegment = new LinkedHashMap<>();
    for (int i = 0; i < views.size(); i++) {
      bySegment.put(segments.get(i), views.get(i));
    }
    return bySegment;
  }

  /** The successor of {@code manifest} in which {@code tables} replace the tail. */
  Manifest commit(Manifest manifest, Map<Bytes, SsTableView> tables) {
    checkRoom(manifest, tables.keySet());
    long nowSeconds = options.clock().wallMillis() / MILLIS_PER_SECOND;
    return Trees.push(manifest, tables)
        .flushed(
            tail.lastWalId(),
            tail.maxSeq(),
            tick,
            manifest.sequenceTracker().with(tail.maxSeq(), nowSeconds))
        .build();
  }

  private void checkRoom(Manifest manifest, Iterable<Bytes> touched) {
    for (Bytes prefix : touched) {
      int tables = Trees.of(manifest, prefix).l0().size();
      if (tables >= options.maxL0()) {
        throw tooMuch(parts, prefix, tables);
      }
    }
  }

  static WriteRefusedException tooMuch(WriterParts parts, Bytes prefix, int tables) {
    return new WriteRefusedException(
        Reason.TOO_MUCH,
        parts.requirements().location()
            + ": "
            + (prefix.isEmpty() ? "the store" : "segment " + prefix)
            + " has "
            + tables
            + " flushed tables, the most there may be; a compactor has to merge them first:"
            + " compact the store by hand, or let its writers do so by themselves");
  }

  private List<SsTableView> all(List<Supplier<SsTableView>> uploads) {
    if (parts.executor().isEmpty() || uploads.size() == 1) {
      return uploads.stream().map(Supplier::get).toList();
    }
    try {
      return Workers.runAll(parts.executor().get(), uploads);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ObjectStoreException(
          Kind.INTERRUPTED, parts.layout().root(), "interrupted while writing tables", e);
    }
  }

  private SsTableView upload(Ulid id, List<Row> rows) {
    long payload = rows.stream().mapToLong(row -> row.payloadBytes() + ROW_OVERHEAD_BYTES).sum();
    SstWriter writer =
        SstWriter.table(
            options.filterPolicies(),
            options.blockBytes(),
            (int) Math.min(payload + options.blockBytes(), Integer.MAX_VALUE / 2));
    rows.forEach(writer::add);
    return new TableUpload(parts.tables(), parts.layout(), options.ids()).put(id, writer.finish());
  }

  /** The rows that are still of use, of those of one segment. */
  private List<Row> retained(List<Row> rows) {
    List<Row> kept = new ArrayList<>(rows.size());
    Bytes settledKey = null;
    for (Row row : rows) {
      if (settledKey != null && row.key().equals(settledKey)) {
        continue;
      }
      boolean expired = row.expireMillis().isPresent() && row.expireMillis().getAsLong() <= tick;
      if (row.kind() != RowKind.MERGE) {
        settledKey = row.key();
        kept.add(expired ? tombstone(row) : row);
      } else if (!expired) {
        kept.add(row);
      }
    }
    return kept;
  }

  private static Row tombstone(Row row) {
    return new Row(
        row.key(),
        row.seq(),
        RowKind.TOMBSTONE,
        Bytes.EMPTY,
        row.createMillis(),
        OptionalLong.empty());
  }
}
