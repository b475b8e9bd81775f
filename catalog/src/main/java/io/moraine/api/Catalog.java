package io.moraine.api;

import io.moraine.base.Background;
import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.commit.LakeWriter;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.Changes;
import io.moraine.model.CollectionFigures;
import io.moraine.model.CollectionOptions;
import io.moraine.model.CollectionReport;
import io.moraine.model.CommitRequest;
import io.moraine.model.CommitToken;
import io.moraine.model.Committed;
import io.moraine.model.CompactionFigures;
import io.moraine.model.CompactionListener;
import io.moraine.model.CompactionReport;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.Reconciliation;
import io.moraine.model.RecordCursor;
import io.moraine.model.ScopeRequest;
import io.moraine.model.StoreInspection;
import io.moraine.model.Transaction;
import io.moraine.model.WriterFigures;
import io.moraine.objectstore.ObjectStore;
import io.moraine.read.LakeScope;
import io.moraine.read.OpenLake;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A lake at a location.
 *
 * <p>Catalogs of one process on the same location share revisions, memory and caches. Thread-safe.
 * Closing a catalog closes the scopes it opened.
 */
public final class Catalog implements AutoCloseable {
  private final CatalogOptions options;
  private final SharedLake lake;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Catalog(CatalogOptions options, SharedLake lake) {
    this.options = options;
    this.lake = lake;
  }

  /**
   * Opens the lake at {@code options.location()} and checks that it can be read.
   *
   * @throws CatalogException of kind INVALID_REQUEST for a malformed location, NO_LAKE if there is
   *     no lake, NOT_FOUND for an unknown checkpoint, MIGRATION_REQUIRED for a format we do not
   *     read, UNSUPPORTED for a location or an option of a later version and for a SlateDB store
   *     that is no lake, TIMEOUT, CANCELLED, STORE_UNAVAILABLE, MISCONFIGURED, FORBIDDEN or
   *     CORRUPTION
   */
  public static Catalog open(CatalogOptions options) {
    return open(options, Clock.SYSTEM);
  }

  /** The same with the time from {@code clock}, for a location that nobody has open yet. */
  public static Catalog open(CatalogOptions options, Clock clock) {
    if (options.readerLease() == ReaderLease.TRUE && options.access() == Access.READ_ONLY) {
      throw new CatalogException(
          Kind.INVALID_REQUEST,
          "A lease must be written: readerLease=TRUE needs access READ_WRITE, not READ_ONLY");
    }
    Location location = Location.parse(options.location());
    try {
      return openChecked(options, location, clock);
    } catch (CatalogException e) {
      if (e.kind() != Kind.STORE_REPLACED) {
        throw e;
      }
      return openChecked(options, location, clock);
    }
  }

  /**
   * A catalog on {@code store} as if it were opened in a process of its own.
   *
   * @param background runs what nobody waits for
   */
  static Catalog over(
      ObjectStore store, CatalogOptions options, Clock clock, IdSource ids, Background background) {
    return checked(new Catalog(options, SharedLake.alone(store, options, clock, ids, background)));
  }

  /** Creates a lake in {@code store} as a process of its own would. */
  static void create(
      ObjectStore store,
      NewLake lake,
      CatalogOptions options,
      Clock clock,
      IdSource ids,
      Background background) {
    create(lake, options, SharedLake.alone(store, options, clock, ids, background));
  }

  private static void create(NewLake lake, CatalogOptions options, SharedLake shared) {
    try (Catalog place = new Catalog(options, shared)) {
      place.checkWritable();
      shared.writer().create(lake, options.writer());
    }
  }

  private static Catalog openChecked(CatalogOptions options, Location location, Clock clock) {
    return checked(new Catalog(options, SharedLake.share(location, options, clock)));
  }

  private static Catalog checked(Catalog catalog) {
    boolean readable = false;
    try {
      catalog.readScope().close();
      readable = true;
      return catalog;
    } finally {
      if (!readable) {
        catalog.close();
      }
    }
  }

  /** What the catalog was opened with. */
  public CatalogOptions options() {
    return options;
  }

  /**
   * A fixed view of the newest revision, no older than {@code options().freshness()} and never
   * older than an earlier scope of this process; or of the checkpoint, if one was given.
   *
   * @throws CatalogException of kind NOT_FOUND or SNAPSHOT_EXPIRED for a snapshot id that cannot be
   *     shown, POSITION_NOT_REACHED, EXHAUSTED if too much is open, TIMEOUT, STORE_REPLACED, CLOSED
   *     and those of {@link #open(CatalogOptions)}
   */
  public ReadScope readScope(ScopeRequest request) {
    ReadScope scope = lake().readScope(this, options, request);
    checkStillOpen(scope::close);
    return scope;
  }

  /** A fixed view of the newest revision at its head; see {@link #readScope(ScopeRequest)}. */
  public ReadScope readScope() {
    return readScope(ScopeRequest.NEWEST);
  }

  /** Open revisions and scopes, object-store requests and the cache, as of now. */
  public CatalogFigures figures() {
    return lake().figures();
  }

  /** Reads what lies at the location; lists folders, so the cost grows with the store. */
  public StoreInspection inspect() {
    return lake().inspect(this, options);
  }

  /** The checkpoints that the store has now, publications and leases included. */
  public List<StoreInspection.Checkpoint> checkpoints() {
    return lake().checkpoints();
  }

  /** The stored records of the newest revision, or of the checkpoint, if one was given. */
  public RecordCursor records() {
    RecordCursor records = lake().records(this, options);
    checkStillOpen(records::close);
    return records;
  }

  /**
   * Creates an empty lake at {@code options.location()}, where there must be nothing yet. Of two
   * that create it at the same time one wins.
   *
   * @throws CatalogException of kind ALREADY_EXISTS if there is a lake, or anything else; READ_ONLY
   *     if {@code options} forbid writing, and as {@link #open(CatalogOptions)}
   */
  public static void create(CatalogOptions options, NewLake lake) {
    create(
        lake, options, SharedLake.share(Location.parse(options.location()), options, Clock.SYSTEM));
  }

  /**
   * Begins to write over the revision of {@code scope}, which must be one of this catalog's and at
   * its head. The scope stays the caller's, and may be closed. Nothing is written before the
   * transaction commits.
   *
   * @throws CatalogException of kind READ_ONLY if nothing may be written, MIGRATION_REQUIRED for a
   *     lake of an older format
   */
  public Transaction begin(ReadScope scope) {
    checkWritable();
    if (!(scope instanceof LakeScope pinned)
        || scope.snapshotId() != scope.position().snapshotId()) {
      throw new CatalogException(
          Kind.READ_ONLY, "A transaction writes over the newest snapshot, not over an older one");
    }
    LakeScope own = pinned.share(this);
    boolean begun = false;
    try {
      Transaction transaction = lake.writer().begin(own, options.writer());
      begun = true;
      return transaction;
    } finally {
      if (!begun) {
        own.close();
      }
    }
  }

  /** As {@link #commit(CommitRequest, Function)}, on the newest state and without a limit. */
  public <T extends @Nullable Object> Committed<T> commit(Function<Changes, T> work) {
    return commit(CommitRequest.NEWEST, work);
  }

  /**
   * Commits what {@code work} does. It is run on the newest state, by this thread, while other
   * commits of this process wait for their turn: so it should be short, and must not commit itself.
   * Commits that come together are written together, each with its own snapshot and outcome.
   *
   * <p>If the work throws, which is passed on as it is, or changes nothing, nothing of it is
   * written; but this process becomes the writer before the work is run, as {@link
   * io.moraine.model.WriterSettings} say. The work is run again, up to ten times in all, if another
   * process took the store before anything of this commit was written.
   *
   * @return once the commit is durable and every reader can see it
   * @throws CatalogException of kind CONFLICT if another commit touched the same since the state
   *     that {@code request} is based on: read again and decide anew; WRITER_BUSY if other
   *     processes write; READ_ONLY if nothing may be written; INVALID_REQUEST inside of the work of
   *     another commit; POSITION_NOT_REACHED if there is no such state as the request is based on;
   *     TIMEOUT and CANCELLED if nothing was written by then; those of {@link Changes}; and {@link
   *     io.moraine.model.CommitOutcomeUnknownException}
   */
  public <T extends @Nullable Object> Committed<T> commit(
      CommitRequest request, Function<Changes, T> work) {
    checkWritable();
    return lake.writer().commit(request, options.writer(), work);
  }

  /**
   * Finds out what became of a commit whose outcome was unknown. Writes nothing.
   *
   * @throws CatalogException if the store cannot be read
   */
  public Reconciliation reconcile(CommitToken token) {
    return writer().reconcile(token);
  }

  /**
   * As {@link #reconcile(CommitToken)}, but takes the writer role, under the options' take-over
   * policy, if nothing else can settle it.
   */
  public Reconciliation settle(CommitToken token) {
    checkWritable();
    return writer().settle(token, options.writer());
  }

  /**
   * Flushes the write-ahead log to tables, as the writer.
   *
   * @return how many tables were written
   */
  public int flush() {
    checkWritable();
    return writer().flush(options.writer());
  }

  /**
   * Merges the tables of each segment into one run, which makes reading cheaper: all flushed tables
   * and all runs. Needs no writer role and stops nobody who writes or reads; another compactor, in
   * whatever process, is stopped. What was merged is kept for a quarter of an hour.
   *
   * @param segment the prefix of the only segment to be compacted; empty for all
   * @param listener is told how far it is; what it throws ends the compaction
   * @throws CatalogException of kind NOT_FOUND if there is no such segment, WRITER_BUSY if another
   *     process took the compaction over meanwhile
   */
  public CompactionReport compact(Optional<Bytes> segment, CompactionListener listener) {
    checkWritable();
    return writer().compact(segment, listener);
  }

  /** What this process compacted, as of now. Asks nobody. */
  public CompactionFigures compactionFigures() {
    return writer().compactionFigures();
  }

  /**
   * Pins the newest state against clean-up, as the writer: everything committed so far.
   *
   * @param name a name, which need not be unique
   * @param lifetime at least one second; empty for one that never expires
   */
  public UUID createCheckpoint(Optional<String> name, Optional<Duration> lifetime) {
    checkWritable();
    return writer().createCheckpoint(name, lifetime, options.writer());
  }

  /**
   * Gives a checkpoint up.
   *
   * @return whether it was there
   */
  public boolean deleteCheckpoint(UUID id) {
    checkWritable();
    return writer().deleteCheckpoint(id);
  }

  /**
   * Deletes what nobody can need any more, beside whoever reads and writes, without taking the
   * writer role. What is pinned by a checkpoint that has not expired stays, leases of readers
   * included. A dry run needs no right to write.
   *
   * @return what was done; a kind of object that could not be collected is told of there
   * @throws CatalogException of kind READ_ONLY if nothing may be written, and if the store cannot
   *     be read
   */
  public CollectionReport collect(CollectionOptions collecting) {
    if (!collecting.dryRun()) {
      checkWritable();
    }
    return writer().collect(collecting);
  }

  /** What this process has collected here so far. Asks nobody. */
  public CollectionFigures collectionFigures() {
    return writer().collectionFigures();
  }

  /** The writer role of this process, as of now. Asks nobody. */
  public WriterFigures writerFigures() {
    return writer().figures();
  }

  private OpenLake lake() {
    checkOpen();
    return lake.lake();
  }

  private LakeWriter writer() {
    checkOpen();
    return lake.writer();
  }

  private void checkOpen() {
    if (closed.get()) {
      throw isClosed();
    }
  }

  private void checkWritable() {
    checkOpen();
    if (options.access() == Access.READ_ONLY) {
      throw new CatalogException(
          Kind.READ_ONLY,
          "The catalog of "
              + options.location()
              + " is open for reading only; access=read_write allows writes");
    }
    if (options.checkpoint().isPresent()) {
      throw new CatalogException(
          Kind.READ_ONLY,
          "The catalog of " + options.location() + " shows a checkpoint, which never changes");
    }
  }

  /** Undoes an opening that missed the end of the catalog, which closes what is open then. */
  private void checkStillOpen(Runnable undo) {
    if (closed.get()) {
      undo.run();
      throw isClosed();
    }
  }

  private CatalogException isClosed() {
    return new CatalogException(Kind.CLOSED, "The catalog of " + options.location() + " is closed");
  }

  /** Closes the scopes that were opened through it. Closing twice does nothing. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      lake.lake().closeScopesOf(this);
      lake.release();
    }
  }
}
