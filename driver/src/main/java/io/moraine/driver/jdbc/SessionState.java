package io.moraine.driver.jdbc;

import com.google.common.base.Suppliers;
import io.moraine.driver.schema.SystemState;
import io.moraine.driver.transaction.RequestHistory;
import io.moraine.driver.transaction.Session;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CollectionFigures;
import io.moraine.model.CompactionFigures;
import io.moraine.model.StoreInspection.Checkpoint;
import io.moraine.model.WriterFigures;
import java.util.List;
import java.util.function.Supplier;

/** What one execution is told of the catalog of a session. */
final class SessionState implements SystemState {
  private final Session session;
  private final Supplier<RequestHistory.Look> requests;

  SessionState(Session session) {
    this.session = session;
    this.requests = Suppliers.memoize(session.requestHistory()::look);
  }

  @Override
  public CatalogFigures figures() {
    return session.catalog().figures();
  }

  @Override
  public WriterFigures writer() {
    return session.catalog().writerFigures();
  }

  @Override
  public CollectionFigures collection() {
    return session.catalog().collectionFigures();
  }

  @Override
  public CompactionFigures compaction() {
    return session.catalog().compactionFigures();
  }

  @Override
  public List<Checkpoint> checkpoints() {
    return session.catalog().checkpoints();
  }

  @Override
  public RequestHistory.Look requests() {
    return requests.get();
  }
}
