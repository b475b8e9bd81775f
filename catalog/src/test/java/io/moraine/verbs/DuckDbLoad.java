package io.moraine.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.MetadataTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the {@code ducklake} extension insists on when it loads a lake. */
final class DuckDbLoad {
  private DuckDbLoad() {}

  static void check(VerbLake lake) {
    Set<Object> schemas = new HashSet<>();
    lake.live(MetadataTable.SCHEMA, "schema_id").forEach(row -> schemas.add(row.get(0)));
    Map<Object, Integer> columns = new HashMap<>();
    for (List<@Nullable Object> column :
        lake.live(
            MetadataTable.COLUMN,
            "table_id",
            "column_id",
            "parent_column",
            "default_value",
            "default_value_type")) {
      columns.merge(column.get(0), 1, Integer::sum);
      if (column.get(3) != null) {
        assertThat(column.get(4)).as("%s", column).isIn("literal", "expression");
      }
    }
    for (List<@Nullable Object> table :
        lake.live(MetadataTable.TABLE, "table_id", "schema_id", "path")) {
      assertThat(columns).as("columns of %s", table).containsKey(table.get(0));
      assertThat(schemas).as("schema of %s", table).contains(table.get(1));
    }
    assertThat(lake.rows(MetadataTable.VIEW, "column_aliases"))
        .allSatisfy(row -> assertThat(row).doesNotContainNull());
    assertThat(lake.rows(MetadataTable.MACRO_PARAMETERS, "default_value", "default_value_type"))
        .allSatisfy(row -> assertThat(row).doesNotContainNull());
    assertThat(lake.rows(MetadataTable.COLUMN_TAG, "key"))
        .allSatisfy(row -> assertThat(row).containsExactly("comment"));
  }
}
