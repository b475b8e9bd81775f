package io.moraine.driver.dml;

import io.moraine.driver.error.StatementException;
import io.moraine.driver.parser.ParsedStatement.Insert;
import io.moraine.driver.schema.MoraineSchema;
import io.moraine.driver.schema.StatementContext;
import io.moraine.driver.type.MoraineTypeFactory;
import io.moraine.model.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * INSERT of VALUES that are constants all, which is most of what DuckLake writes. The values are
 * read off the parse tree, each as its column's type: there is no common type of all rows, no plan
 * and no limit on their number.
 */
public final class ConstantInsert implements PlannedWrite {
  private final TargetColumns columns;
  private final List<Row> rows;
  private final List<RelDataType> parameterTypes;
  private final RequiredColumns required;

  private ConstantInsert(TargetColumns columns, List<Row> rows, List<RelDataType> parameterTypes) {
    this.columns = columns;
    this.rows = rows;
    this.parameterTypes = List.copyOf(parameterTypes);
    this.required = new RequiredColumns(columns.table());
  }

  /** A row: the values that are known, NULL in the places of those that are computed. */
  private static final class Row {
    private final @Nullable Object[] known;
    private final List<Cell> computed;

    Row(@Nullable Object[] known, List<Cell> computed) {
      this.known = known;
      this.computed = List.copyOf(computed);
    }
  }

  private record Cell(int ordinal, Constant value) {}

  /**
   * The statement, or empty if there is something else in it than constants.
   *
   * @throws StatementException if a value cannot be read as its column's type, and of state
   *     COLUMN_COUNT
   */
  public static Optional<ConstantInsert> of(Insert insert, TargetColumns columns) {
    if (insert.source().getKind() != SqlKind.VALUES) {
      return Optional.empty();
    }
    ConstantReader reader = new ConstantReader(insert.parameters());
    SqlTypeName[] types = typesOf(columns);
    List<Row> rows = new ArrayList<>();
    for (SqlNode each : ((SqlCall) insert.source()).getOperandList()) {
      Row row = each.getKind() == SqlKind.ROW ? row((SqlCall) each, columns, types, reader) : null;
      if (row == null) {
        return Optional.empty();
      }
      rows.add(row);
    }
    List<RelDataType> parameterTypes = reader.parameterTypes();
    return parameterTypes == null
        ? Optional.empty()
        : Optional.of(new ConstantInsert(columns, rows, parameterTypes));
  }

  private static SqlTypeName[] typesOf(TargetColumns columns) {
    SqlTypeName[] types = new SqlTypeName[columns.ordinals().size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = columns.type(i, MoraineTypeFactory.INSTANCE).getSqlTypeName();
    }
    return types;
  }

  private static @Nullable Row row(
      SqlCall values, TargetColumns columns, SqlTypeName[] types, ConstantReader reader) {
    columns.requireCount(values.operandCount());
    @Nullable Object[] known = new Object[columns.table().columns().size()];
    List<Cell> computed = new ArrayList<>();
    for (int i = 0; i < values.operandCount(); i++) {
      Constant constant = cell(values.operand(i), columns.name(i), types[i], reader);
      if (constant == null) {
        return null;
      }
      int ordinal = columns.ordinals().get(i);
      if (constant.computed() == null) {
        known[ordinal] = constant.known();
      } else {
        computed.add(new Cell(ordinal, constant));
      }
    }
    return new Row(known, computed);
  }

  private static @Nullable Constant cell(
      SqlNode value, String column, SqlTypeName type, ConstantReader reader) {
    try {
      return reader.read(value, type);
    } catch (StatementException e) {
      throw new StatementException(
          e.state(),
          "Column "
              + column
              + ": "
              + e.getMessage()
              + " (line "
              + value.getParserPosition().getLineNum()
              + ", column "
              + value.getParserPosition().getColumnNum()
              + ")",
          e);
    }
  }

  /** The types of the parameters, in order. */
  public List<RelDataType> parameterTypes() {
    return parameterTypes;
  }

  /** How many rows it inserts. */
  public int size() {
    return rows.size();
  }

  @Override
  public long execute(StatementContext.Request request, Transaction transaction) {
    StatementContext context =
        StatementContext.of(
            request.readingIn(transaction::scope),
            Map.of(),
            MoraineSchema.root().plus(),
            MoraineTypeFactory.INSTANCE);
    List<@Nullable Object[]> staged = new ArrayList<>(rows.size());
    for (Row row : rows) {
      context.checkRunning();
      @Nullable Object[] values = row.known.clone();
      for (Cell cell : row.computed) {
        values[cell.ordinal] = cell.value.in(context);
      }
      required.check(values);
      staged.add(values);
    }
    transaction.insert(columns.table(), staged);
    return staged.size();
  }
}
