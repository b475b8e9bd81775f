package io.moraine.driver.schema;

import io.moraine.driver.transaction.RequestHistory;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CollectionFigures;
import io.moraine.model.CompactionFigures;
import io.moraine.model.StoreInspection.Checkpoint;
import io.moraine.model.WriterFigures;
import java.util.List;

/** What the tables of {@code system} tell of. */
public interface SystemState {
  /** What the catalog holds and has cost. */
  CatalogFigures figures();

  /** The writer role of the process. */
  WriterFigures writer();

  /** What the process has collected. */
  CollectionFigures collection();

  /** What the process compacted. */
  CompactionFigures compaction();

  /** The checkpoints that the store has now. */
  List<Checkpoint> checkpoints();

  /** Requests to the object store; answers the same each time. */
  RequestHistory.Look requests();
}
