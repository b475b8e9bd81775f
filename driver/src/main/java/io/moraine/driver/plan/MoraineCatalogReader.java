package io.moraine.driver.plan;

import io.moraine.driver.schema.MoraineSchema;
import io.moraine.model.MetadataTable;
import java.util.List;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.prepare.Prepare;
import org.jspecify.annotations.Nullable;

/**
 * Finds tables by name: in the default schema, then from the root, then as clients of DuckLake
 * write them. Those put the name of their catalog first, which is theirs to choose, and {@code
 * main} or {@code public} before a metadata table.
 */
final class MoraineCatalogReader extends CalciteCatalogReader {
  private static final List<String> DUCKLAKE_SCHEMAS = List.of("main", "public");

  MoraineCatalogReader(PlanSettings settings) {
    super(MoraineSchema.root(), List.of(settings.defaultSchema()), Dialect.TYPES, Dialect.CONFIG);
  }

  @Override
  public Prepare.@Nullable PreparingTable getTable(List<String> names) {
    Prepare.PreparingTable table = super.getTable(names);
    if (table == null && names.size() == 3) {
      return getTable(names.subList(1, 3));
    }
    if (table == null && isDuckLakeName(names)) {
      return super.getTable(List.of(MoraineSchema.NAME, names.get(names.size() - 1)));
    }
    return table;
  }

  private static boolean isDuckLakeName(List<String> names) {
    return MetadataTable.find(names.get(names.size() - 1)).isPresent()
        && (names.size() == 1
            || DUCKLAKE_SCHEMAS.stream().anyMatch(names.get(0)::equalsIgnoreCase));
  }
}
