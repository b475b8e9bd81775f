package io.moraine.driver.dml;

import io.moraine.driver.schema.StatementContext;
import org.apache.calcite.linq4j.Enumerable;

/** A planned query whose rows a statement stages. */
public interface RowSource {
  /** The rows, read on demand; {@code Object[]} all, unless they have one column. */
  Enumerable<?> open(StatementContext.Request request);
}
