package io.moraine.driver.plan;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.schema.MoraineSchema;
import java.util.List;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.validate.SqlNameMatchers;

/**
 * Finds tables by name: in the default schema, then among the metadata tables, then from the root
 * on.
 */
final class MoraineCatalogReader extends CalciteCatalogReader {
  MoraineCatalogReader(PlanSettings settings) {
    super(
        MoraineSchema.root(),
        SqlNameMatchers.withCaseSensitive(false),
        List.of(List.of(settings.defaultSchema()), List.of(MoraineSchema.NAME), List.of()),
        Dialect.TYPES,
        Dialect.CONFIG);
  }

  /**
   * The columns of a table.
   *
   * @throws StatementException of state UNKNOWN_TABLE if there is none of that name
   */
  RelDataType rowType(List<String> names) {
    Prepare.PreparingTable table = getTable(names);
    if (table == null) {
      throw new StatementException(
          SqlState.UNKNOWN_TABLE, "There is no table \"" + String.join("\".\"", names) + "\"");
    }
    return table.getRowType();
  }
}
