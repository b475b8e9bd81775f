package io.moraine.driver.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlStarReplace;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.dialect.CalciteSqlDialect;

/**
 * What the columns of a query are called where the query gives no name: by the expression, as
 * DuckDB does, and not by the validator's {@code EXPR$0}. Only labels change; a query around this
 * one sees the validator's names.
 */
final class ColumnLabels {
  private static final SqlDialect PLAIN =
      new CalciteSqlDialect(CalciteSqlDialect.DEFAULT_CONTEXT.withIdentifierQuoteString(null));

  private ColumnLabels() {}

  /**
   * The text of each item that {@code query}, as parsed, selects; empty where its columns do not
   * stand one to one in a select list.
   */
  static List<String> of(SqlNode query) {
    if (query instanceof SqlOrderBy ordered) {
      return of(ordered.query);
    }
    if (query instanceof SqlWith with) {
      return of(with.body);
    }
    List<String> labels = new ArrayList<>();
    if (query instanceof SqlSelect select) {
      for (SqlNode item : select.getSelectList()) {
        if (isStar(item)) {
          return List.of();
        }
        labels.add(item.getKind() == SqlKind.AS ? "" : text(item));
      }
    }
    return labels;
  }

  private static boolean isStar(SqlNode item) {
    return item instanceof SqlStarExclude
        || item instanceof SqlStarReplace
        || (item instanceof SqlIdentifier identifier && identifier.isStar());
  }

  /** The name of a column: its own, or the label if the validator made its own up. */
  static String label(List<String> labels, String name, int index, int count) {
    boolean madeUp = name.matches("EXPR\\$\\d+");
    return madeUp && labels.size() == count && !labels.get(index).isEmpty()
        ? labels.get(index)
        : name;
  }

  private static String text(SqlNode item) {
    return item.toSqlString(config -> config.withDialect(PLAIN).withQuoteAllIdentifiers(false))
        .getSql()
        .replaceAll("\\s+", " ");
  }
}
