package io.moraine.api;

import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.ReadScope;
import io.moraine.model.RecordCursor;
import io.moraine.model.ScopeRequest;
import io.moraine.model.StoreInspection;
import io.moraine.read.OpenLake;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lake at a location, open for reading. Nothing is ever written.
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
    if (options.readerLease() == ReaderLease.TRUE) {
      throw new CatalogException(
          Kind.UNSUPPORTED,
          "This version reads without leases; readerLease is AUTO or FALSE, not TRUE");
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

  private static Catalog openChecked(CatalogOptions options, Location location, Clock clock) {
    Catalog catalog = new Catalog(options, SharedLake.share(location, options, clock));
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

  /** The stored records of the newest revision, or of the checkpoint, if one was given. */
  public RecordCursor records() {
    RecordCursor records = lake().records(this, options);
    checkStillOpen(records::close);
    return records;
  }

  private OpenLake lake() {
    if (closed.get()) {
      throw isClosed();
    }
    return lake.lake();
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
