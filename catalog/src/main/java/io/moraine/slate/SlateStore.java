package io.moraine.slate;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.compaction.CompactionsStore;
import io.moraine.slate.compaction.CompactorOptions;
import io.moraine.slate.compaction.CompactorParts;
import io.moraine.slate.compaction.StoreCompactor;
import io.moraine.slate.format.PrefixExtractor;
import io.moraine.slate.gc.CheckpointRule;
import io.moraine.slate.gc.Collector;
import io.moraine.slate.gc.CollectorOptions;
import io.moraine.slate.gc.CollectorParts;
import io.moraine.slate.gc.CollectorReport;
import io.moraine.slate.manifest.CheckpointEdit;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.manifest.WalProbe;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.read.Memtable;
import io.moraine.slate.read.Prefetch;
import io.moraine.slate.read.ReadContext;
import io.moraine.slate.read.ReadCounters;
import io.moraine.slate.read.ReadFigures;
import io.moraine.slate.read.StoreReader;
import io.moraine.slate.read.StoreRequirements;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.read.TailReader;
import io.moraine.slate.read.WalTail;
import io.moraine.slate.write.StoreWriter;
import io.moraine.slate.write.WriterOptions;
import io.moraine.slate.write.WriterParts;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongConsumer;

/**
 * One SlateDB database. Thread-safe; owns neither the object stores nor the executor nor the cache
 * that it was given, and holds nothing else that must be closed.
 *
 * <p>A state to read is a manifest and a tail of the write-ahead log: {@link #readLatestManifest},
 * {@link #readTail}, {@link #open}.
 */
public final class SlateStore {
  /** What a compactor reads is not read again: this is for indexes alone. */
  private static final long COMPACTOR_CACHE_BYTES = 1 << 20;

  private final StoreLayout layout;
  private final ManifestStore manifests;
  private final ReadContext context;
  private final ObjectStore walStore;
  private final TailReader tails;
  private final StoreRequirements requirements;

  /** The database of {@code manifests}, which are in {@code store}. Reads nothing yet. */
  public SlateStore(ObjectStore store, ManifestStore manifests, SlateOptions options) {
    this.layout = manifests.layout();
    this.manifests = manifests;
    this.context =
        new ReadContext(
            store,
            options.cache(),
            options.filterPolicies(),
            options.mergeOperator(),
            options.executor(),
            new ReadCounters());
    this.walStore = options.walStore().orElse(store);
    this.tails = new TailReader(context.withStore(walStore), layout);
    this.requirements =
        new StoreRequirements(
            store.location() + "/" + layout.root(),
            options.segmentExtractor(),
            options.walStore().isPresent());
  }

  /**
   * The manifest in force.
   *
   * @throws SlateException of kind NO_STORE if there is none, or the database is being created
   */
  public Manifest readLatestManifest() {
    return SlateException.translating(layout.root(), manifests::readLatest)
        .orElseThrow(this::noStore);
  }

  private SlateException noStore() {
    String folder = layout.manifests().folder();
    return new SlateException(
        SlateException.Kind.NO_STORE,
        folder,
        "no manifest in " + context.store().location() + "/" + folder,
        null);
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
    return extendTail(WalTail.none(manifest), manifest, lastWalId, admission);
  }

  /**
   * As {@link #readTail}, but log objects that {@code known} has are not read, and its rows are
   * shared. Only rows that are new are admitted.
   */
  public WalTail extendTail(
      WalTail known, Manifest manifest, long lastWalId, TailAdmission admission) {
    checkSupported(manifest);
    return SlateException.translating(
        layout.root(), () -> tails.read(known, manifest, lastWalId, admission));
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

  /**
   * Takes the store over: from now on no other writer can write. Everything in the log is replayed.
   *
   * @throws SlateException of kind NO_STORE if there is none, UNSUPPORTED as {@link #open} says and
   *     for a manifest that a newer version wrote, CLOCK if the store's clock is too far ahead of
   *     ours
   * @throws io.moraine.slate.write.FencedException if another writer took it at the same time
   */
  public SlateWriter openWriter(WriterOptions writing, TailAdmission admission) {
    return openWriter(writing, admission, epoch -> {});
  }

  /**
   * As {@link #openWriter(WriterOptions, TailAdmission)}.
   *
   * @param onEpoch is told of the new writer's epoch as soon as the store has it; opening may fail
   *     still, and then nobody else has that epoch
   */
  public SlateWriter openWriter(
      WriterOptions writing, TailAdmission admission, LongConsumer onEpoch) {
    Executor executor = context.executor().orElse(Runnable::run);
    WriterParts parts =
        new WriterParts(
            context.store(),
            walStore,
            layout,
            manifests,
            new WalProbe(walStore, layout, executor),
            tails,
            requirements,
            walStore.isLocal() ? Optional.empty() : context.executor());
    return SlateException.translating(
            layout.root(), () -> StoreWriter.open(parts, writing, admission, onEpoch))
        .map(writer -> new SlateWriter(this, writer))
        .orElseThrow(this::noStore);
  }

  /**
   * A compactor of the database. Asks nothing yet.
   *
   * @param compactions the database's states of compaction
   */
  public SlateCompactor compactor(CompactionsStore compactions, CompactorOptions compacting) {
    ReadContext once = context.withCache(new BlockCache(COMPACTOR_CACHE_BYTES));
    CompactorParts parts =
        new CompactorParts(context.store(), layout, manifests, compactions, once, requirements);
    return new SlateCompactor(layout.root(), new StoreCompactor(parts, compacting));
  }

  /**
   * Creates an empty database.
   *
   * @throws SlateException of kind ALREADY_EXISTS if there is one, or another was faster
   */
  public void create(IdSource ids) {
    SlateException.translating(
        layout.root(),
        () ->
            manifests.createFirst(requirements.segmentExtractor().map(PrefixExtractor::name), ids));
  }

  /**
   * Writes a manifest with other checkpoints and nothing else changed, without being the writer.
   * Starts over when others are faster, until the {@link io.moraine.base.Call} ends.
   *
   * @return the manifest that was written
   * @throws SlateException of kind UNSUPPORTED for a manifest that a newer version wrote; of kind
   *     NO_STORE if there is none
   */
  public Manifest updateCheckpoints(CheckpointEdit edit, IdSource ids) {
    return SlateException.translating(
            layout.root(), () -> manifests.update(successorWith(edit), ids))
        .orElseThrow(this::noStore);
  }

  private ManifestStore.Successor successorWith(CheckpointEdit edit) {
    return (base, id) -> base.change().id(id).checkpoints(edit.apply(base, id)).build();
  }

  /**
   * Deletes what nobody can need any more.
   *
   * @param compactions the database's states of compaction
   * @param rule which checkpoints are dropped
   * @throws SlateException of kind NO_STORE if there is no database; of kind CANCELLED or TIMEOUT
   *     if the call is over. What else goes wrong is told in the report
   */
  public CollectorReport collect(
      CompactionsStore compactions,
      CollectorOptions collecting,
      CheckpointRule rule,
      Clock clock,
      IdSource ids) {
    var unused = readLatestManifest();
    CollectorParts parts =
        new CollectorParts(
            context.store(),
            walStore,
            manifests,
            compactions,
            context.executor().orElse(Runnable::run),
            clock,
            ids,
            rule);
    return SlateException.translating(
        layout.root(), () -> new Collector(parts).collect(collecting));
  }

  /** What reading has cost so far; manifests are not counted. */
  public ReadFigures figures() {
    return context.counters().figures();
  }

  /** Where the objects are. */
  public StoreLayout layout() {
    return layout;
  }

  private void checkSupported(Manifest manifest) {
    SlateException.translating(
        layout.root(),
        () -> {
          requirements.check(manifest);
          return manifest;
        });
  }
}
