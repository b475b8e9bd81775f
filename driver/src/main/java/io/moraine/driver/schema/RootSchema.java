package io.moraine.driver.schema;

import java.util.Locale;
import java.util.Set;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.apache.calcite.util.BuiltInMethod;
import org.jspecify.annotations.Nullable;

/**
 * What stands above all schemas. Besides the schemas added to it, it answers to names that clients
 * of DuckLake put before a metadata table: {@code main} and {@code public}, and any name of a
 * catalog, since that name is the client's choice. Such names are found and never listed.
 */
final class RootSchema extends AbstractSchema {
  private final Lookup<Schema> catalogs;

  RootSchema(Schema metadata, Lookup<Schema> named) {
    Lookup<Schema> schemas = new DuckLakeNames(metadata, named);
    AbstractSchema catalog =
        new AbstractSchema() {
          @Override
          public Lookup<? extends Schema> subSchemas() {
            return schemas;
          }
        };
    catalogs = new AnyName(schemas, catalog);
  }

  @Override
  public Lookup<? extends Schema> subSchemas() {
    return catalogs;
  }

  @Override
  public Expression getExpression(@Nullable SchemaPlus parent, String name) {
    return Expressions.call(DataContext.ROOT, BuiltInMethod.DATA_CONTEXT_GET_ROOT_SCHEMA.method);
  }

  /** A look-up that lists nothing and takes names in any case. */
  private abstract static class Unlisted implements Lookup<Schema> {
    @Override
    public @Nullable Named<Schema> getIgnoreCase(String name) {
      Schema schema = get(name);
      return schema == null ? null : new Named<>(name, schema);
    }

    @Override
    public Set<String> getNames(LikePattern pattern) {
      return Set.of();
    }
  }

  /** The schemas of one catalog as DuckLake's clients name them. */
  private static final class DuckLakeNames extends Unlisted {
    private final Schema metadata;
    private final Lookup<Schema> others;

    DuckLakeNames(Schema metadata, Lookup<Schema> others) {
      this.metadata = metadata;
      this.others = others;
    }

    @Override
    public @Nullable Schema get(String name) {
      return switch (name.toLowerCase(Locale.ROOT)) {
        case "main", "public" -> metadata;
        default -> Named.entityOrNull(others.getIgnoreCase(name));
      };
    }
  }

  /** Schemas without a catalog's name before them, else a catalog of any name. */
  private static final class AnyName extends Unlisted {
    private final Lookup<Schema> schemas;
    private final Schema catalog;

    AnyName(Lookup<Schema> schemas, Schema catalog) {
      this.schemas = schemas;
      this.catalog = catalog;
    }

    @Override
    public Schema get(String name) {
      Schema schema = schemas.get(name);
      return schema == null ? catalog : schema;
    }
  }
}
