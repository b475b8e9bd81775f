package io.moraine.driver.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.ScannableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** A small table whose rows are made when it is read. */
final class ComputedTable extends AbstractTable implements ScannableTable {
  private record Column(String name, SqlTypeName type) {}

  private final List<Column> columns;
  private final Function<StatementContext, List<@Nullable Object[]>> rows;

  private ComputedTable(
      List<Column> columns, Function<StatementContext, List<@Nullable Object[]>> rows) {
    this.columns = List.copyOf(columns);
    this.rows = rows;
  }

  static Builder builder() {
    return new Builder();
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory typeFactory) {
    RelDataTypeFactory.Builder builder = typeFactory.builder();
    columns.forEach(column -> builder.add(column.name, column.type).nullable(true));
    return builder.build();
  }

  @Override
  public Enumerable<@Nullable Object[]> scan(DataContext root) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<@Nullable Object[]> enumerator() {
        return Linq4j.enumerator(rows.apply((StatementContext) root));
      }
    };
  }

  /** Collects the columns. */
  static final class Builder {
    private final List<Column> columns = new ArrayList<>();

    Builder add(SqlTypeName type, String... names) {
      for (String name : names) {
        columns.add(new Column(name, type));
      }
      return this;
    }

    /** The table whose rows are made by {@code rows}, a value a column. */
    ComputedTable rows(Function<StatementContext, List<@Nullable Object[]>> rows) {
      return new ComputedTable(columns, rows);
    }
  }
}
