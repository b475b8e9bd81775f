package io.moraine.driver.testing;

import io.moraine.driver.dml.PlannedWrite;
import io.moraine.driver.plan.PlanSettings;
import io.moraine.driver.plan.PlannedStatement;
import io.moraine.driver.plan.SqlPlanner;
import io.moraine.driver.schema.StatementContext;
import io.moraine.driver.schema.SystemState;
import io.moraine.driver.transaction.RequestHistory;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CollectionFigures;
import io.moraine.model.CompactionFigures;
import io.moraine.model.ReadScope;
import io.moraine.model.StoreInspection.Checkpoint;
import io.moraine.model.Transaction;
import io.moraine.model.WriterFigures;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/** Runs statements against a scope without JDBC. */
public final class QueryRunner {
  private static final SqlPlanner PLANNER = new SqlPlanner(1000);
  private static final SystemState NOTHING = new NoState();

  private final ReadScope scope;

  /** A runner in a scope. */
  public QueryRunner(ReadScope scope) {
    this.scope = scope;
  }

  /** Plans a statement. */
  public static PlannedStatement plan(String sql) {
    return PLANNER.prepare(sql, new PlanSettings("metadata"));
  }

  /** The rows of a statement. */
  public List<List<@Nullable Object>> rows(String sql, @Nullable Object... parameters) {
    PlannedStatement plan = plan(sql);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (Enumerator<?> enumerator = plan.execute(request(parameters)).enumerator()) {
      while (enumerator.moveNext()) {
        Object row = enumerator.current();
        rows.add(
            plan.rowType().getFieldCount() == 1
                ? Arrays.asList(row)
                : Arrays.asList((Object[]) row));
      }
    }
    return rows;
  }

  /** Runs a statement that changes rows; how many it changed. */
  public static long write(Transaction transaction, String sql, @Nullable Object... parameters) {
    PlannedWrite write = plan(sql).write().orElseThrow();
    return write.execute(new QueryRunner(transaction.scope()).request(parameters), transaction);
  }

  /** The rows of a statement as texts, see {@link ValueTexts}. */
  public List<String> texts(String sql, @Nullable Object... parameters) {
    List<RelDataTypeField> fields = plan(sql).rowType().getFieldList();
    List<String> texts = new ArrayList<>();
    for (List<@Nullable Object> row : rows(sql, parameters)) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        values.add(ValueTexts.of(row.get(i), fields.get(i).getType()));
      }
      texts.add(values.toString());
    }
    return texts;
  }

  /** Records decoded while a statement runs. */
  public long decodedBy(String sql, @Nullable Object... parameters) {
    long before = scope.recordsDecoded();
    rows(sql, parameters);
    return scope.recordsDecoded() - before;
  }

  /** What an execution in the scope is given, with parameters and nothing else of note. */
  public StatementContext.Request request(@Nullable Object... parameters) {
    return new StatementContext.Request(
        () -> scope,
        NOTHING,
        Arrays.asList(parameters),
        new AtomicBoolean(),
        Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC),
        null);
  }

  /** The state of a process that holds nothing and has done nothing. */
  private static final class NoState implements SystemState {
    @Override
    public CatalogFigures figures() {
      return new CatalogFigures(
          List.of(),
          List.of(),
          0,
          0,
          List.of(),
          0,
          0,
          List.of(),
          List.of(),
          new CatalogFigures.Cache(0, 0, 0, 0, 0),
          0,
          0);
    }

    @Override
    public WriterFigures writer() {
      return WriterFigures.NONE;
    }

    @Override
    public CollectionFigures collection() {
      return CollectionFigures.NONE;
    }

    @Override
    public CompactionFigures compaction() {
      return CompactionFigures.NONE;
    }

    @Override
    public List<Checkpoint> checkpoints() {
      return List.of();
    }

    @Override
    public RequestHistory.Look requests() {
      return new RequestHistory.Look(List.of(), List.of());
    }
  }
}
