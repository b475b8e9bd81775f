package io.moraine.driver.plan;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.driver.schema.MoraineSchema;
import io.moraine.driver.schema.MoraineTable;
import io.moraine.model.MetadataTable;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.validate.SqlNameMatchers;

/**
 * Finds tables by name: in the default schema, then among the metadata tables, then from the root
 * on.
 */
final class MoraineCatalogReader extends CalciteCatalogReader {
  private static final Pattern INLINED =
      Pattern.compile("ducklake_inlined_(data|delete)_\\d.*", Pattern.CASE_INSENSITIVE);

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

  /**
   * The metadata table whose rows a statement changes.
   *
   * @param verb what the statement does, for errors
   * @throws StatementException of state UNKNOWN_TABLE if there is no table of that name,
   *     UNSUPPORTED if it is none whose rows can be changed
   */
  MetadataTable writableTable(String verb, List<String> names) {
    Prepare.PreparingTable found = getTable(names);
    String name = names.get(names.size() - 1);
    if (found == null && INLINED.matcher(name).matches()) {
      throw new StatementException(
          SqlState.UNSUPPORTED,
          verb + " of " + name + " is not supported: inlined rows cannot be written yet");
    }
    MoraineTable table = found == null ? null : found.unwrap(MoraineTable.class);
    if (found != null && table == null) {
      throw new StatementException(
          SqlState.UNSUPPORTED,
          verb
              + " of "
              + String.join(".", found.getQualifiedName())
              + " is not supported: its rows are computed");
    }
    if (table == null) {
      throw new StatementException(
          SqlState.UNKNOWN_TABLE, "There is no table \"" + String.join("\".\"", names) + "\"");
    }
    return table.table();
  }
}
