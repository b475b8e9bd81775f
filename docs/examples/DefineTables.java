import io.moraine.api.Catalog;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogOptions;
import io.moraine.model.Changes;
import io.moraine.model.ColumnDefault;
import io.moraine.model.CommitMessage;
import io.moraine.model.CommitRequest;
import io.moraine.model.Committed;
import io.moraine.model.NewColumn;
import io.moraine.model.NewLake;
import io.moraine.model.NewMacro;
import io.moraine.model.NewMacro.Implementation;
import io.moraine.model.NewMacro.Parameter;
import io.moraine.model.NewMacro.TypedDefault;
import io.moraine.model.NewTable;
import io.moraine.model.NewView;
import io.moraine.model.PartitionField;
import io.moraine.model.ReadScope;
import io.moraine.model.SortField;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Makes a lake, defines tables, views and macros in it, and changes them.
 *
 * <p>Arguments: a folder that is not there yet, and where the data is to be.
 */
public final class DefineTables {
  public static void main(String... arguments) {
    CatalogOptions options = CatalogOptions.of(arguments[0]);
    Catalog.create(options, new NewLake(Optional.of(arguments[1]), false));
    try (Catalog catalog = Catalog.open(options)) {
      long table = define(catalog);
      catalog.commit(
          changes -> {
            alter(changes, table);
            specify(changes, table);
            comment(changes, table);
            viewsAndMacros(changes);
            return table;
          });
      decidedBefore(catalog, table);
      System.out.println(renameIfFree(catalog, table, "sales"));
    }
  }

  private static long define(Catalog catalog) {
    Committed<Long> committed =
        catalog.commit(
            changes -> {
              changes.describe(CommitMessage.of("ann", "the first tables"));
              long schema = changes.createSchema("shop");
              return changes.createTable(
                  schema,
                  NewTable.of(
                      "orders",
                      NewColumn.of("id", "int32").required(),
                      NewColumn.of("at", "timestamp"),
                      NewColumn.of("place", "struct", NewColumn.of("city", "varchar")),
                      NewColumn.of("tags", "list", NewColumn.of("element", "varchar"))));
            });
    long table = committed.result();
    return table;
  }

  private static void alter(Changes changes, long table) {
    long id = changes.findColumn(table, "id").orElseThrow();
    changes.widenColumn(table, id, "int64");
    changes.renameColumn(table, id, "order_id");
    long place = changes.findColumn(table, "place").orElseThrow();
    changes.addColumn(table, OptionalLong.of(place), NewColumn.of("zip", "varchar"));
    long note = changes.addColumn(table, OptionalLong.empty(), NewColumn.of("note", "varchar"));
    changes.setColumnDefault(table, note, Optional.of(ColumnDefault.literal("none")));
    changes.setColumnNullable(table, note, false);
    changes.dropColumn(table, changes.findColumn(table, "tags").orElseThrow());
    changes.renameTable(table, "purchases");
  }

  private static void specify(Changes changes, long table) {
    long at = changes.findColumn(table, "at").orElseThrow();
    changes.setPartitioning(
        table, List.of(new PartitionField(at, "year"), new PartitionField(at, "month")));
    changes.setSortOrder(table, List.of(new SortField("order_id", false, false)));
  }

  private static void comment(Changes changes, long table) {
    changes.setTag(table, "comment", "what was sold");
    changes.setColumnTag(table, changes.findColumn(table, "at").orElseThrow(), "comment", "in UTC");
  }

  private static void viewsAndMacros(Changes changes) {
    long schema = changes.findSchema("shop").orElseThrow();
    changes.createView(
        schema, NewView.of("cities", "SELECT DISTINCT place.city FROM shop.purchases"));
    changes.createMacro(
        schema,
        new NewMacro(
            "gross",
            NewMacro.Kind.SCALAR,
            List.of(
                new Implementation(
                    "duckdb",
                    "net * (1 + rate)",
                    List.of(
                        new Parameter("net", Optional.empty()),
                        new Parameter(
                            "rate", Optional.of(new TypedDefault("0.19", "decimal(3,2)"))))))));
  }

  private static void decidedBefore(Catalog catalog, long table) {
    try (ReadScope scope = catalog.readScope()) {
      // … decide by what the scope shows …
      catalog.commit(
          CommitRequest.NEWEST.basedOn(scope.position()),
          changes -> {
            changes.setTag(table, "owner", "ann");
            return table;
          });
    }
  }

  private static boolean renameIfFree(Catalog catalog, long table, String name) {
    return catalog
        .commit(
            changes -> {
              try {
                changes.renameTable(table, name);
                return true;
              } catch (CatalogException e) {
                if (e.kind() == CatalogException.Kind.ALREADY_EXISTS) {
                  return false;
                }
                throw e;
              }
            })
        .result();
  }
}
