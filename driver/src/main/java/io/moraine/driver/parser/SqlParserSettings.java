package io.moraine.driver.parser;

import io.moraine.driver.parser.impl.MoraineSqlParserImpl;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/** How names are written and what of SQL is allowed, for the parser and the validator alike. */
public final class SqlParserSettings {
  /** Whether names differ by case: they don't, and are kept as written. */
  public static final boolean CASE_SENSITIVE = false;

  /** What is allowed: what Calcite's Babel allows, with the exceptions stated here. */
  public static final SqlConformance CONFORMANCE = new Conformance();

  /** The parser's settings. */
  public static final SqlParser.Config CONFIG =
      SqlParser.config()
          .withParserFactory(MoraineSqlParserImpl.FACTORY)
          .withQuoting(Quoting.DOUBLE_QUOTE)
          .withQuotedCasing(Casing.UNCHANGED)
          .withUnquotedCasing(Casing.UNCHANGED)
          .withCaseSensitive(CASE_SENSITIVE)
          .withIdentifierMaxLength(4096)
          .withConformance(CONFORMANCE);

  private SqlParserSettings() {}

  private static final class Conformance extends SqlDelegatingConformance {
    Conformance() {
      super(SqlConformanceEnum.BABEL);
    }

    /** Else an unknown column is reported as one that depends on itself. */
    @Override
    public SelectAliasLookup isSelectAlias() {
      return SelectAliasLookup.UNSUPPORTED;
    }

    @Override
    public boolean isSupportedDualTable() {
      return false;
    }

    /** Else {@code 'a'} and {@code 'bcd'} in one VALUES column become CHAR(3). */
    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
      return true;
    }

    /** Else a column that isn't grouped by gets any value of its group. */
    @Override
    public boolean isNonStrictGroupBy() {
      return false;
    }

    @Override
    public boolean allowGeometry() {
      return false;
    }
  }
}
