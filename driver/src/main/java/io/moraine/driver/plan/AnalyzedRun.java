package io.moraine.driver.plan;

import io.moraine.base.Call;
import io.moraine.driver.schema.StatementContext;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;

/**
 * Runs a query to its end, for what that costs; its rows are the lines of the plan and of the cost.
 * The cost is that of the {@link Call} that the thread works for.
 *
 * @param plan the lines of the plan
 * @param query the query
 */
record AnalyzedRun(List<String> plan, PlannedStatement.Executable query)
    implements PlannedStatement.Executable {
  @Override
  public Enumerable<?> execute(StatementContext.Request request) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object> enumerator() {
        return Linq4j.enumerator(List.<Object>copyOf(run(request)));
      }
    };
  }

  private List<String> run(StatementContext.Request request) {
    Clock clock = request.clock();
    Instant begin = clock.instant();
    long rows = 0;
    try (Enumerator<?> enumerator = query.execute(request).enumerator()) {
      while (enumerator.moveNext()) {
        enumerator.current(); // which computes its columns
        rows++;
      }
    }
    Duration time = Duration.between(begin, clock.instant());
    List<String> lines = new ArrayList<>(plan);
    Call.Cost cost = Call.current().cost();
    lines.add("Rows: " + rows);
    lines.add("Records decoded: " + cost.records());
    lines.add("Blocks fetched: " + cost.blocks());
    lines.add("Bytes fetched: " + cost.bytes());
    lines.add("Requests: " + cost.requests());
    lines.add("Sequential round trips: " + cost.roundTrips());
    lines.add(String.format(Locale.ROOT, "Execution time: %.3f ms", time.toNanos() / 1e6));
    return lines;
  }
}
