package io.moraine.model;

/**
 * A fixed, loaded-on-demand view of one store revision at one snapshot id; never moves to another
 * revision. Thread-safe; cursors are not. Closing it ends its cursors.
 */
public interface ReadScope extends AutoCloseable {
  /** The commit position of the revision. */
  CommitPosition position();

  /**
   * The snapshot id whose rows the scope shows: the head for a scope of the newest state. A scope
   * at an older snapshot filters as {@link TableScan#asOf} does.
   */
  long snapshotId();

  /**
   * Opens a cursor over a metadata table. Nothing is decoded but what the scan asks for, and
   * nothing decoded is kept.
   *
   * @throws CatalogException of kind CLOSED, REVISION_EXPIRED or EXHAUSTED
   */
  Cursor open(TableScan scan);

  /** Records decoded through this scope so far. */
  long recordsDecoded();

  @Override
  void close();
}
