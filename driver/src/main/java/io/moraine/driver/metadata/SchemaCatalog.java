package io.moraine.driver.metadata;

import io.moraine.driver.schema.MoraineSchema;
import io.moraine.driver.schema.MoraineTable;
import io.moraine.driver.type.MoraineTypeFactory;
import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.Table;

/** The schemas, tables and columns that SQL sees, each under its own name only. */
public final class SchemaCatalog {
  private static final List<String> LISTED = List.of("information_schema", "metadata", "system");

  private SchemaCatalog() {}

  /**
   * A table.
   *
   * @param schema the name of its schema
   * @param name its name
   * @param columns its columns in order
   * @param metadata the table of the catalog that it shows, if it is one
   */
  record TableEntry(
      String schema,
      String name,
      List<RelDataTypeField> columns,
      Optional<MetadataTable> metadata) {
    /** TABLE for what DuckLake has, SYSTEM TABLE for what the driver adds. */
    String type() {
      return metadata.isPresent() ? "TABLE" : "SYSTEM TABLE";
    }
  }

  /** The names of the schemas in alphabetical order. */
  public static List<String> schemaNames() {
    NavigableMap<String, CalciteSchema> schemas = MoraineSchema.root().getSubSchemaMap();
    return LISTED.stream().filter(schemas::containsKey).toList();
  }

  /** All tables, ordered by schema and name. */
  static List<TableEntry> tables() {
    List<TableEntry> tables = new ArrayList<>();
    NavigableMap<String, CalciteSchema> schemas = MoraineSchema.root().getSubSchemaMap();
    for (String schemaName : schemaNames()) {
      CalciteSchema schema = schemas.get(schemaName);
      if (schema != null) {
        schema.getTableNames().stream()
            .sorted()
            .map(name -> schema.getTable(name, true))
            .filter(Objects::nonNull)
            .forEach(found -> tables.add(entry(schemaName, found.name, found.getTable())));
      }
    }
    return tables;
  }

  private static TableEntry entry(String schema, String name, Table table) {
    return new TableEntry(
        schema,
        name,
        table.getRowType(MoraineTypeFactory.INSTANCE).getFieldList(),
        table instanceof MoraineTable moraine ? Optional.of(moraine.table()) : Optional.empty());
  }
}
