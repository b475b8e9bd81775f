package io.moraine.driver.plan;

import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.prepare.CalciteSqlValidator;
import org.apache.calcite.sql.SqlOperatorTable;

/** The validator, with what DuckDB's dialect asks for beyond Calcite's. */
final class MoraineValidator extends CalciteSqlValidator {
  MoraineValidator(
      SqlOperatorTable operators,
      CalciteCatalogReader catalog,
      JavaTypeFactory types,
      Config config) {
    super(operators, catalog, types, config);
  }
}
