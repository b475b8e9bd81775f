package io.moraine.driver.plan;

import io.moraine.driver.parser.SqlParserSettings;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlValidator;

/** The SQL that the driver speaks: settings of parser, validator and types. */
final class Dialect {
  static final JavaTypeFactory TYPES = new JavaTypeFactoryImpl();

  static final SqlConformance CONFORMANCE = SqlParserSettings.CONFORMANCE;

  /** Rows with NULL come last in either direction, as in DuckDB. */
  static final NullCollation NULLS = NullCollation.LAST;

  static final SqlOperatorTable OPERATORS =
      SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
          SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL);

  static final SqlValidator.Config VALIDATOR =
      SqlValidator.Config.DEFAULT
          .withConformance(CONFORMANCE)
          .withDefaultNullCollation(NULLS)
          .withIdentifierExpansion(true);

  static final CalciteConnectionConfig CONFIG =
      CalciteConnectionConfig.DEFAULT.set(CalciteConnectionProperty.CASE_SENSITIVE, "false");

  private Dialect() {}
}
