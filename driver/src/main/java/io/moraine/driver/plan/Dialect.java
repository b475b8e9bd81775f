package io.moraine.driver.plan;

import io.moraine.driver.parser.SqlParserSettings;
import io.moraine.driver.type.MoraineOperators;
import io.moraine.driver.type.MoraineTypeCoercion;
import io.moraine.driver.type.MoraineTypeFactory;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlValidator;

/** The SQL that the driver speaks: settings of validator and types. */
final class Dialect {
  static final JavaTypeFactory TYPES = MoraineTypeFactory.INSTANCE;

  static final SqlConformance CONFORMANCE = SqlParserSettings.CONFORMANCE;

  static final SqlOperatorTable OPERATORS = MoraineOperators.TABLE;

  /** Rows with NULL come last in either direction, as in DuckDB. */
  static final NullCollation NULLS = NullCollation.LAST;

  static final SqlValidator.Config VALIDATOR =
      SqlValidator.Config.DEFAULT
          .withConformance(CONFORMANCE)
          .withTypeCoercionFactory(MoraineTypeCoercion::new)
          .withDefaultNullCollation(NULLS)
          .withIdentifierExpansion(true);

  static final CalciteConnectionConfig CONFIG =
      CalciteConnectionConfig.DEFAULT.set(CalciteConnectionProperty.CASE_SENSITIVE, "false");

  private Dialect() {}
}
