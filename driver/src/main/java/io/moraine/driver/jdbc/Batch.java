package io.moraine.driver.jdbc;

import io.moraine.driver.dml.PlannedWrite;
import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.transaction.CommitMode;
import io.moraine.model.Transaction;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a batch. With autocommit it is one transaction: all of it takes effect, or nothing. In an
 * open transaction its statements run one by one, up to the first that fails, and those before it
 * stay staged.
 */
record Batch(MoraineConnection owner, MoraineStatement statement) {
  /** A statement of a batch, planned when it is asked for. */
  interface Element {
    List<Write> plan() throws SQLException;
  }

  /** One write with its parameters. */
  record Write(PlannedWrite plan, List<@Nullable Object> parameters) {}

  /** The writes that {@code statements} make, all of which must write. */
  static List<Write> writesOf(List<Prepared> statements, @Nullable Object[] parameters)
      throws SQLException {
    List<Write> writes = new ArrayList<>();
    for (Prepared each : statements) {
      writes.add(new Write(each.requireWrite(), Arrays.asList(parameters)));
    }
    return writes;
  }

  /** The update counts; that of a text of several statements is their sum. */
  long[] run(List<Element> elements) throws SQLException {
    if (elements.isEmpty()) {
      return new long[0];
    }
    return statement.running(
        run ->
            owner.session().mode() == CommitMode.AUTOMATIC
                ? runTogether(run, elements)
                : runOneByOne(run, elements));
  }

  private static long[] runTogether(UpdateRun run, List<Element> elements) throws SQLException {
    long[] counts = new long[elements.size()];
    Progress progress = new Progress();
    List<List<Write>> plans = new ArrayList<>();
    try {
      for (Element each : elements) {
        progress.at = plans.size();
        plans.add(each.plan());
      }
      progress.at = Progress.NO_STATEMENT;
      run.run(
          transaction -> {
            for (int i = 0; i < counts.length; i++) {
              progress.at = i;
              counts[i] = execute(run, plans.get(i), transaction);
            }
            progress.at = Progress.NO_STATEMENT;
            return counts;
          });
      return counts;
    } catch (SQLException e) {
      if (progress.at == Progress.NO_STATEMENT) {
        throw e;
      }
      throw SqlErrors.batchUndone(counts.length, progress.at, e);
    }
  }

  private static long[] runOneByOne(UpdateRun run, List<Element> elements) throws SQLException {
    long[] counts = new long[elements.size()];
    for (int i = 0; i < counts.length; i++) {
      try {
        List<Write> writes = elements.get(i).plan();
        counts[i] = run.run(transaction -> execute(run, writes, transaction));
      } catch (SQLException e) {
        throw SqlErrors.batch(Arrays.copyOf(counts, i), e);
      }
    }
    return counts;
  }

  private static long execute(UpdateRun run, List<Write> writes, Transaction transaction) {
    return writes.stream()
        .mapToLong(each -> run.execute(each.plan(), each.parameters(), transaction))
        .sum();
  }

  /** Which statement is at work, if it is not the begin or the commit of the transaction. */
  private static final class Progress {
    private static final int NO_STATEMENT = -1;

    private int at;
  }
}
