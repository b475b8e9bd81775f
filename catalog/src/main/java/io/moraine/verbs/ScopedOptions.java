package io.moraine.verbs;

import io.moraine.model.MetadataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The options of a draft that hold for a schema or table, or for the lake. */
final class ScopedOptions {
  private static final MetadataTable TABLE = MetadataTable.METADATA;

  private final Draft draft;

  ScopedOptions(Draft draft) {
    this.draft = draft;
  }

  /** The rows of one scope: {@code schema} or {@code table} with an id, null for the lake. */
  List<@Nullable Object[]> of(@Nullable String scope, @Nullable Long id) {
    List<@Nullable Object[]> found = new ArrayList<>();
    for (@Nullable Object[] row : draft.live(TABLE)) {
      if (Objects.equals(Rows.find(TABLE, row, "scope"), scope)
          && Objects.equals(Rows.find(TABLE, row, "scope_id"), id)) {
        found.add(row);
      }
    }
    return found;
  }

  /** Stages the removal of all options of a scope. */
  void removeAll(String scope, long id) {
    of(scope, id).forEach(row -> draft.delete(TABLE, row));
  }

  /** The value of an option in one scope. */
  Optional<String> find(@Nullable String scope, @Nullable Long id, String name) {
    for (@Nullable Object[] row : of(scope, id)) {
      if (name.equals(row[0])) {
        return Optional.of(Rows.text(TABLE, row, "value"));
      }
    }
    return Optional.empty();
  }

  /** The value that holds for a table: its own, its schema's, or the lake's. */
  Optional<String> inEffect(long tableId, long schemaId, String name) {
    return find("table", tableId, name)
        .or(() -> find("schema", schemaId, name))
        .or(() -> find(null, null, name));
  }
}
