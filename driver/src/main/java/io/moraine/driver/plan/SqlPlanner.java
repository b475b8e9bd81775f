package io.moraine.driver.plan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.parser.StatementParser;
import java.util.List;

/**
 * Plans SQL statements and keeps the plans of the latest ones, but for INSERTs of fixed values,
 * which are large and come once. Knows no catalog and no connection: one planner serves all.
 * Thread-safe.
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
    if (planned.isWorthKeeping()) {
      plans.put(key, planned);
    }
    return planned;
  }

  /**
   * The plans of the statements of a text, which semicolons separate, in order; at least one.
   *
   * @throws StatementException if one of them is wrong, not supported or too complex
   */
  public List<PlannedStatement> prepareAll(String sql, PlanSettings settings) {
    return split(sql).stream().map(each -> prepare(each, settings)).toList();
  }

  private static List<String> split(String sql) {
    try {
      return StatementParser.split(sql);
    } catch (RuntimeException e) {
      throw PlanErrors.translate(e);
    }
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
