package io.moraine.driver.plan;

import io.moraine.driver.dml.ConstantInsert;
import io.moraine.driver.dml.PlannedWrite;
import io.moraine.driver.schema.StatementContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.rel.type.RelDataType;

/** A statement ready to run, any number of times and by any number of threads at once. */
public final class PlannedStatement {
  private final StatementKind kind;
  private final RelDataType rowType;
  private final List<RelDataType> parameterTypes;
  private final Meta.Signature signature;
  private final Executable executable;
  private final Optional<PlannedWrite> write;

  /** A statement that gives rows. */
  PlannedStatement(
      StatementKind kind,
      RelDataType rowType,
      List<RelDataType> parameterTypes,
      Meta.Signature signature,
      Executable executable) {
    this.kind = kind;
    this.rowType = rowType;
    this.parameterTypes = List.copyOf(parameterTypes);
    this.signature = signature;
    this.executable = executable;
    this.write = Optional.empty();
  }

  /** A statement that changes rows. */
  PlannedStatement(
      StatementKind kind, List<RelDataType> parameterTypes, String sql, PlannedWrite write) {
    this.kind = kind;
    this.rowType = Dialect.TYPES.builder().build();
    this.parameterTypes = List.copyOf(parameterTypes);
    this.signature =
        new Meta.Signature(
            List.of(),
            sql,
            Signatures.parameters(parameterTypes),
            Map.of(),
            Meta.CursorFactory.ARRAY,
            Meta.StatementType.valueOf(kind.name()));
    this.executable =
        request -> {
          throw new IllegalStateException(kind + " gives no rows");
        };
    this.write = Optional.of(write);
  }

  /** Makes the rows of a statement. */
  interface Executable {
    Enumerable<?> execute(StatementContext.Request request);
  }

  /** Whether the same text is likely to come again. */
  boolean isWorthKeeping() {
    return !parameterTypes.isEmpty() || !(write.orElse(null) instanceof ConstantInsert);
  }

  /** What it does. */
  public StatementKind kind() {
    return kind;
  }

  /** The text it was planned from. */
  public String sql() {
    return signature.sql;
  }

  /** The columns of its rows; none for one that changes rows. */
  public RelDataType rowType() {
    return rowType;
  }

  /** The types of its dynamic parameters, in order. */
  public List<RelDataType> parameterTypes() {
    return parameterTypes;
  }

  /**
   * Columns, parameters and form of rows, for Avatica: one-column rows are plain values, others
   * {@code Object[]}.
   */
  public Meta.Signature signature() {
    return signature;
  }

  /** How to run it if it changes rows: if {@link StatementKind#isWrite()}. */
  public Optional<PlannedWrite> write() {
    return write;
  }

  /**
   * The rows of a statement that gives some, read on demand: nothing is opened before the first row
   * is asked for, and closing the enumerator closes what it opened. Errors while reading come as
   * unchecked exceptions; {@link PlanErrors#translate} gives them a state.
   */
  public Enumerable<?> execute(StatementContext.Request request) {
    return executable.execute(request);
  }
}
