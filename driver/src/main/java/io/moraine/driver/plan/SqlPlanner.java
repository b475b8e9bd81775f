package io.moraine.driver.plan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.moraine.driver.error.StatementException;

/**
 * Plans SQL statements and keeps the plans of the latest ones. Knows no catalog and no connection:
 * one planner serves all. Thread-safe.
 */
public final class SqlPlanner {
  private record Key(String sql, PlanSettings settings) {}

  private final Cache<Key, PlannedStatement> plans;

  /** A planner that keeps at most {@code cachedPlans} plans. */
  public SqlPlanner(long cachedPlans) {
    plans = Caffeine.newBuilder().maximumSize(cachedPlans).build();
  }

  /**
   * The plan of a statement; reads nothing of any lake.
   *
   * @throws StatementException if the statement is wrong, not supported or too complex
   */
  public PlannedStatement prepare(String sql, PlanSettings settings) {
    Key key = new Key(sql, settings);
    PlannedStatement plan = plans.getIfPresent(key);
    if (plan != null) {
      return plan;
    }
    PlannedStatement planned = plan(sql, settings);
    plans.put(key, planned);
    return planned;
  }

  private static PlannedStatement plan(String sql, PlanSettings settings) {
    try {
      return StatementPlanner.plan(sql, settings);
    } catch (StackOverflowError e) {
      throw PlanErrors.tooDeep(e);
    } catch (RuntimeException e) {
      throw PlanErrors.translate(e);
    }
  }
}
