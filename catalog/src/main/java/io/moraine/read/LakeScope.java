package io.moraine.read;

import io.moraine.model.Cursor;
import io.moraine.model.ReadScope;
import io.moraine.model.TableScan;
import io.moraine.table.RecordSource;

/** A read scope with what a transaction over its revision needs besides. */
public interface LakeScope extends ReadScope {
  /** Which revision it shows. */
  LakeRevision revision();

  /**
   * The records of the revision. Reading them fails as cursors do, once the scope is closed too.
   */
  RecordSource records();

  /**
   * As {@link #open(TableScan)}, with rows that {@code opener} makes.
   *
   * @throws io.moraine.model.CatalogException likewise
   */
  Cursor open(TableScan scan, RowOpener opener);

  /**
   * Another scope on the same revision at the same snapshot, closed by its owner. Asks nobody.
   *
   * @param owner the catalog that asks for it, by identity
   * @throws io.moraine.model.CatalogException as {@link #open(TableScan)}
   */
  LakeScope share(Object owner);

  /** Whether it was closed, perhaps with its owner. */
  boolean hasEnded();
}
