package io.moraine.driver.schema;

import io.moraine.model.MetadataTable;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.util.NameMap;

/** The schema {@code metadata}: the 28 tables of DuckLake's catalog. */
public final class MoraineSchema extends AbstractSchema {
  /** The name of this schema, the default one. */
  public static final String NAME = "metadata";

  /** The name of the one catalog that a connection sees. */
  public static final String CATALOG = "moraine";

  private static final MoraineSchema INSTANCE = new MoraineSchema();

  private final Map<String, Table> tables =
      Arrays.stream(MetadataTable.values())
          .collect(Collectors.toMap(MetadataTable::sqlName, MoraineTable::new));

  private MoraineSchema() {}

  /**
   * The schema that holds all others. The tables take their rows from the {@link StatementContext},
   * so one schema serves every catalog and connection. Do not add to it.
   */
  public static CalciteSchema root() {
    return Root.SCHEMA;
  }

  /** A root schema of its own for one execution that adds tables to it. */
  public static CalciteSchema newRoot() {
    NameMap<Schema> schemas = new NameMap<>();
    schemas.put(NAME, INSTANCE);
    schemas.put(InformationSchema.NAME, new InformationSchema());
    schemas.put(SystemSchema.NAME, new SystemSchema());
    CalciteSchema root =
        CalciteSchema.createRootSchema(
            false, false, "", new RootSchema(INSTANCE, Lookup.of(schemas)));
    schemas.map().forEach(root::add);
    return root;
  }

  @Override
  protected Map<String, Table> getTableMap() {
    return tables;
  }

  private static final class Root {
    static final CalciteSchema SCHEMA = newRoot();
  }
}
