package io.moraine.slate;

import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.format.PrefixExtractor;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.Segment;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.Memtable;
import io.moraine.slate.read.Prefetch;
import io.moraine.slate.read.ReadContext;
import io.moraine.slate.read.ReadCounters;
import io.moraine.slate.read.ReadFigures;
import io.moraine.slate.read.StoreReader;
import io.moraine.slate.read.WalReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One SlateDB database for reading. Thread-safe; owns neither the object stores nor the executor
 * nor the cache that it was given, and holds nothing else that must be closed.
 *
 * <p>A state to read is a manifest and a tail of the write-ahead log: {@link #readLatestManifest},
 * {@link #readTail}, {@link #open}.
 */
public final class SlateStore {
  private final StoreLayout layout;
  private final SlateOptions options;
  private final ManifestStore manifests;
  private final ReadContext context;
  private final WalReader wal;

  /** The database of {@code manifests}, which are in {@code store}. Reads nothing yet. */
  public SlateStore(ObjectStore store, ManifestStore manifests, SlateOptions options) {
    this.layout = manifests.layout();
    this.options = options;
    this.manifests = manifests;
    this.context =
        new ReadContext(
            store,
            options.cache(),
            options.filterPolicies(),
            options.mergeOperator(),
            options.executor(),
            new ReadCounters());
    this.wal = new WalReader(context.withStore(options.walStore().orElse(store)), layout);
  }

  /**
   * The manifest in force.
   *
   * @throws SlateException of kind NO_STORE if there is none, or the database is being created
   */
  public Manifest readLatestManifest() {
    return SlateException.translating(layout.root(), manifests::readLatest)
        .orElseThrow(
            () ->
                new SlateException(
                    SlateException.Kind.NO_STORE,
                    layout.manifests().folder(),
                    "no manifest in "
                        + context.store().location()
                        + "/"
                        + layout.manifests().folder(),
                    null));
  }

  /**
   * The manifest numbered {@code id}, as a checkpoint names it.
   *
   * @throws SlateException of kind MISSING_OBJECT if it is gone, of kind NO_STORE if the database
   *     was being created then
   */
  public Manifest readManifest(long id) {
    return SlateException.translating(layout.root(), () -> manifests.readById(id));
  }

  /**
   * The rows that are not in the tables of {@code manifest}: of the write-ahead log after its
   * replay point up to {@code lastWalId}.
   *
   * @throws SlateException of kind MISSING_OBJECT if a log object of the range is gone, or if the
   *     range ends before the last object that the manifest knows to be there; of kind UNSUPPORTED
   *     as {@link #open} says
   */
  public WalTail readTail(Manifest manifest, long lastWalId, TailAdmission admission) {
    return replay(
        WalTail.none(manifest), manifest.replayAfterWalId(), manifest, lastWalId, admission);
  }

  /**
   * As {@link #readTail}, but log objects that {@code known} has are not read, and its rows are
   * shared. Only rows that are new are admitted.
   */
  public WalTail extendTail(
      WalTail known, Manifest manifest, long lastWalId, TailAdmission admission) {
    boolean continues =
        Long.compareUnsigned(known.replayAfterWalId(), manifest.replayAfterWalId()) <= 0
            && Long.compareUnsigned(known.lastL0Seq(), manifest.lastL0Seq()) <= 0
            && Long.compareUnsigned(known.lastWalId(), lastWalId) <= 0;
    if (!continues) {
      return readTail(manifest, lastWalId, admission);
    }
    long after = unsignedMax(known.lastWalId(), manifest.replayAfterWalId());
    return replay(known, after, manifest, lastWalId, admission);
  }

  /**
   * Begins to read what is needed of the tables of {@code manifest} to find anything in them, if
   * the store is far away. That this fails is of no matter until a table is needed.
   */
  public Prefetch prefetch(Manifest manifest) {
    checkSupported(manifest);
    return SlateException.translating(
        layout.root(),
        () -> StoreReader.of(context, manifest, Memtable.EMPTY, manifest.lastL0Seq()).prefetch());
  }

  /**
   * The state of {@code manifest} under {@code tail}, which was read for it.
   *
   * @throws SlateException of kind UNSUPPORTED if the database needs another segment extractor or
   *     an object store for its log
   */
  public SlateReader open(Manifest manifest, WalTail tail) {
    if (tail.lastL0Seq() != manifest.lastL0Seq()
        || tail.replayAfterWalId() != manifest.replayAfterWalId()) {
      throw new IllegalArgumentException("the tail was read for another manifest");
    }
    checkSupported(manifest);
    return SlateException.translating(
        layout.root(),
        () ->
            new SlateReader(
                layout.root(), StoreReader.of(context, manifest, tail.rows(), tail.maxSeq())));
  }

  /** What reading has cost so far; manifests are not counted. */
  public ReadFigures figures() {
    return context.counters().figures();
  }

  /** Where the objects are. */
  public StoreLayout layout() {
    return layout;
  }

  private WalTail replay(
      WalTail known, long afterId, Manifest manifest, long lastWalId, TailAdmission admission) {
    checkSupported(manifest);
    checkReachesLastSeen(manifest, lastWalId);
    Replay replay = new Replay(known, manifest.lastL0Seq(), admission);
    SlateException.translating(
        layout.root(),
        () -> {
          wal.read(afterId, lastWalId, replay);
          return replay;
        });
    long seq = unsignedMax(manifest.lastL0Seq(), replay.lastSeq);
    return new WalTail(
        manifest.replayAfterWalId(),
        unsignedMax(lastWalId, manifest.replayAfterWalId()),
        manifest.lastL0Seq(),
        seq,
        known.rows().above(manifest.lastL0Seq(), replay.kept));
  }

  private void checkReachesLastSeen(Manifest manifest, long lastWalId) {
    long end = unsignedMax(lastWalId, manifest.replayAfterWalId());
    if (Long.compareUnsigned(end, manifest.walIdLastSeen()) < 0) {
      String missing = layout.wal(end + 1);
      throw new SlateException(
          SlateException.Kind.MISSING_OBJECT,
          missing,
          missing
              + ": the write-ahead log is to end before this object, but manifest "
              + Long.toUnsignedString(manifest.id())
              + " knows of objects up to "
              + Long.toUnsignedString(manifest.walIdLastSeen()),
          null);
    }
  }

  private void checkSupported(Manifest manifest) {
    checkSegments(manifest);
    if (manifest.walObjectStoreUri() != null && options.walStore().isEmpty()) {
      throw unsupported("its write-ahead log is in another object store, which is not configured");
    }
  }

  private void checkSegments(Manifest manifest) {
    String configured = options.segmentExtractor().map(PrefixExtractor::name).orElse(null);
    String stored = manifest.segmentExtractorName();
    if (!Objects.equals(configured, stored)) {
      throw unsupported(
          "its keys are cut into segments by "
              + named(stored)
              + ", configured is "
              + named(configured));
    }
    for (Segment segment : manifest.segments()) {
      int length =
          options
              .segmentExtractor()
              .map(extractor -> extractor.commonPrefixLength(segment.prefix()))
              .orElse(PrefixExtractor.NONE);
      if (length != segment.prefix().length()) {
        throw unsupported("segment " + segment.prefix() + " is none of " + named(configured));
      }
    }
  }

  private static String named(@Nullable String extractor) {
    return extractor == null ? "no extractor" : "extractor " + extractor;
  }

  private SlateException unsupported(String reason) {
    return new SlateException(
        SlateException.Kind.UNSUPPORTED,
        layout.root(),
        context.store().location() + "/" + layout.root() + ": " + reason,
        null);
  }

  private static long unsignedMax(long a, long b) {
    return Long.compareUnsigned(a, b) >= 0 ? a : b;
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
      lastSeq = unsignedMax(lastSeq, rows.get(rows.size() - 1).seq());
      List<Row> unflushed =
          rows.stream().filter(row -> Long.compareUnsigned(row.seq(), lastL0Seq) > 0).toList();
      long payload = unflushed.stream().mapToLong(Row::payloadBytes).sum();
      admission.admit(WalTail.chargeBytes(payload, unflushed.size()));
      kept.addAll(unflushed);
    }
  }
}
