package io.moraine.read;

import io.moraine.base.Clock;
import io.moraine.base.Unsigned;
import io.moraine.base.Workers;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CommitPosition;
import io.moraine.model.RecordCursor;
import io.moraine.model.ScopeRequest;
import io.moraine.model.StoreInspection;
import io.moraine.objectstore.CountingObjectStore;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.RequestTally;
import io.moraine.read.FixedReadScope.Opening;
import io.moraine.read.RevisionSource.Demand;
import io.moraine.slate.SlateStore;
import io.moraine.slate.compaction.CompactionsStore;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.manifest.WalProbe;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.sequenced.SequencedMetadata;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One store of this process, with everything that its readers share: revisions, scopes, working
 * memory. Opening it reads nothing. Thread-safe.
 */
public final class OpenLake implements AutoCloseable {
  private static final StoreLayout LAYOUT = new StoreLayout("");

  /** How many checkpoints are remembered, each with its manifest. */
  private static final int CHECKPOINTS = 16;

  private final RequestTally tally;
  private final ObjectStore store;
  private final BlockCache cache;
  private final Clock clock;
  private final ReadOptions options;
  private final SlateStore slate;
  private final ManifestStore manifests;
  private final CompactionsStore compactions;
  private final WalProbe probe;
  private final LatestManifest latest;
  private final SharedParts parts;
  private final Replays replays;
  private final LeaseKeeper keeper;
  private final Publications publications;
  private final NewestRevision newest;
  private final AtomicLong requiredWalId = new AtomicLong();
  private final Recent<UUID, CheckpointRevision> checkpoints = new Recent<>(CHECKPOINTS);

  /**
   * The lake in {@code objects}, which is closed with this.
   *
   * @param tally what requests are counted in
   * @param cache blocks of tables, of this and other stores
   * @param workers who reads side by side and ahead
   */
  public OpenLake(
      ObjectStore objects,
      RequestTally tally,
      BlockCache cache,
      Workers workers,
      Clock clock,
      ReadOptions options) {
    this(objects, tally, cache, workers, clock, options, Sources.SYSTEM);
  }

  /**
   * The same with other sources.
   *
   * @param sources where ids and threads come from
   */
  public OpenLake(
      ObjectStore objects,
      RequestTally tally,
      BlockCache cache,
      Workers workers,
      Clock clock,
      ReadOptions options,
      Sources sources) {
    this.tally = tally;
    this.store = new CountingObjectStore(objects, tally, clock);
    this.cache = cache;
    this.clock = clock;
    this.options = options;
    SequencedMetadata metadata =
        new SequencedMetadata(
            store, LAYOUT.manifests(), workers, clock, options.manifestConfirmation());
    this.manifests = new ManifestStore(metadata, LAYOUT);
    this.compactions =
        CompactionsStore.of(store, LAYOUT, workers, clock, options.manifestConfirmation());
    this.slate = new SlateStore(store, manifests, LakeFormat.options(cache, workers));
    this.probe = new WalProbe(store, LAYOUT, workers);
    this.latest = new LatestManifest(manifests, store.location());
    Scopes scopes = new Scopes();
    Generations generations = new Generations(clock, options, scopes);
    MemoryBudget memory = new MemoryBudget(options.workingMemoryBytes());
    Leases leases = new Leases(clock, store::clockLeadMillis, sources.ids(), options.leases());
    this.keeper =
        new LeaseKeeper(
            slate,
            leases,
            generations,
            sources.ids(),
            clock,
            sources.background(),
            store.location());
    this.parts =
        new SharedParts(
            generations, leases, scopes, memory, new StoreFailures(latest, generations), clock);
    this.replays =
        new Replays(
            slate,
            generations,
            memory,
            clock,
            store.isLocal() ? Optional.empty() : Optional.of(workers));
    Looks looks = new Looks(latest, probe, replays);
    LeaseWriter writer =
        new LeaseWriter(manifests, leases, sources.ids(), clock, store.location(), keeper::begin);
    this.publications = new Publications(manifests, clock);
    this.newest =
        new NewestRevision(latest, publications, looks, new Leased(leases, writer, looks), clock);
  }

  /**
   * A read scope for the catalog {@code owner}.
   *
   * @throws CatalogException as {@code Catalog.readScope} says
   */
  public LakeScope readScope(Object owner, CatalogOptions catalog, ScopeRequest request) {
    return open(owner, catalog, request);
  }

  /**
   * Has later scopes show what the writer of this process published, or more; asks the store for
   * nothing but what it has not read yet of a lake that nobody reads.
   */
  public void offer(OwnPublication published) {
    parts
        .failures()
        .translate(
            () -> {
              newest.offer(published);
              keeper.begin();
              return published;
            });
  }

  /**
   * The publications of this process on which scopes rely: they must not be pruned before those
   * scopes have a lease.
   */
  public Set<UUID> publicationsInUse() {
    return parts.leases().publicationsInUse();
  }

  /**
   * A change of the checkpoints of the manifest that gives the writer role up: from then on leases
   * protect everything that is read in this process, and publications nothing of it.
   */
  public LeaseChange leaseChange() {
    return parts.leases().handOver();
  }

  /**
   * Has every later scope cover a log object, which another writer's batch or fence took: what it
   * shows is beyond what a commit of this process was lost to.
   */
  public void requireLog(long walId) {
    requiredWalId.accumulateAndGet(walId, Unsigned::max);
  }

  /** The commit position of the newest revision that this process knows, if it knows one. */
  public Optional<CommitPosition> newestKnown() {
    return newest.knownPosition();
  }

  /**
   * The last log object that a trusted publication of {@code newest} covers, if there is one.
   *
   * @param newest the latest manifest
   */
  public Optional<Long> publishedUpTo(Manifest newest) {
    return publications.findTrusted(newest).map(Publication::revision).map(Revision::coveredWalId);
  }

  /** The store, for its writer. */
  public SlateStore slate() {
    return slate;
  }

  /** The store's manifests. */
  public ManifestStore manifests() {
    return manifests;
  }

  /** What compactors of the store tell each other. */
  public CompactionsStore compactions() {
    return compactions;
  }

  /** Finds the objects of its write-ahead log. */
  public WalProbe probe() {
    return probe;
  }

  /** Its objects, each request counted. */
  public ObjectStore objects() {
    return store;
  }

  /** The working memory of readers, for rows that its writer replays; given back by closing. */
  public WriterMemory writerMemory() {
    return new WriterMemory(parts.memory().reservation());
  }

  /**
   * Runs what reads or writes the store, and throws its errors as the catalog does.
   *
   * @throws CatalogException for everything that can go wrong with a store
   */
  public <T extends @Nullable Object> T translating(Supplier<T> work) {
    return parts.failures().translate(work);
  }

  /** All records of the revision that a scope of {@code owner} would show. */
  public RecordCursor records(Object owner, CatalogOptions catalog) {
    FixedReadScope scope = open(owner, catalog, ScopeRequest.NEWEST);
    boolean done = false;
    try {
      StoredRecords records = new StoredRecords(scope);
      done = true;
      return records;
    } finally {
      if (!done) {
        scope.close();
      }
    }
  }

  private FixedReadScope open(Object owner, CatalogOptions catalog, ScopeRequest request) {
    return parts.failures().translate(() -> openScope(owner, catalog, request));
  }

  private FixedReadScope openScope(Object owner, CatalogOptions catalog, ScopeRequest request) {
    Share share = source(catalog).acquire(demand(catalog, request));
    boolean done = false;
    try {
      if (request.snapshotId().isPresent()) {
        Snapshots.check(share.generation(), request.snapshotId().getAsLong());
      }
      FixedReadScope scope =
          new FixedReadScope(
              new Opening(parts.scopes().nextId(), owner, share, request.snapshotId(), clock.now()),
              parts);
      parts.scopes().add(scope);
      done = true;
      return scope;
    } finally {
      if (!done) {
        parts.generations().release(share.generation());
        share.lease().ifPresent(parts.leases()::release);
      }
    }
  }

  private RevisionSource source(CatalogOptions catalog) {
    return catalog.checkpoint().isEmpty()
        ? newest
        : checkpoints.get(
            catalog.checkpoint().get(),
            id -> new CheckpointRevision(id, latest, manifests, replays));
  }

  private Demand demand(CatalogOptions catalog, ScopeRequest request) {
    return new Demand(
        request.requiredPosition(),
        requiredWalId(catalog, request),
        Leasing.of(catalog),
        catalog.freshness(),
        Deadline.in(clock, request.timeout().orElse(catalog.acquisitionTimeout())),
        Deadline.in(clock, request.timeout().orElse(options.generationWait())));
  }

  /** What a checkpoint shows never changes: only who asks for it can demand anything of it. */
  private OptionalLong requiredWalId(CatalogOptions catalog, ScopeRequest request) {
    long ofAll = catalog.checkpoint().isEmpty() ? requiredWalId.get() : 0;
    long ofRequest = request.requiredWalId().orElse(0);
    return ofAll == 0 ? request.requiredWalId() : OptionalLong.of(Unsigned.max(ofAll, ofRequest));
  }

  /** What is open, and what it has cost. */
  public CatalogFigures figures() {
    return new Figures(parts, tally, cache, slate, manifests, store.location()).now();
  }

  /** Reads what lies there. */
  public StoreInspection inspect(Object owner, CatalogOptions catalog) {
    try (FixedReadScope scope = open(owner, catalog, ScopeRequest.NEWEST)) {
      return parts
          .failures()
          .translate(
              scope.generation(),
              () -> new Inspector(store, probe, latest, publications).inspect(scope.generation()));
    }
  }

  /** The checkpoints that the store has now, as stored. */
  public List<StoreInspection.Checkpoint> checkpoints() {
    return parts.failures().translate(() -> Inspector.checkpoints(latest.read()));
  }

  /** Whether another store was found to lie there: nothing can be read from then on. */
  public boolean isReplaced() {
    return parts.failures().storeReplaced();
  }

  /** Closes the scopes of the catalog {@code owner}. */
  public void closeScopesOf(Object owner) {
    parts.scopes().open().stream()
        .filter(each -> each.opening().owner() == owner)
        .forEach(FixedReadScope::close);
  }

  /** Ends everything that is open, and gives the leases up as far as that succeeds. */
  @Override
  public void close() {
    parts.scopes().open().forEach(FixedReadScope::close);
    parts
        .generations()
        .endAll(
            new CatalogException(Kind.CLOSED, "The catalog at " + store.location() + " is closed"));
    keeper.close();
    store.close();
  }
}
