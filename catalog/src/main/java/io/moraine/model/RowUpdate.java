package io.moraine.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a row of a metadata table.
 *
 * @param before all values of the row, as a scan of the transaction showed it
 * @param after all values it shall have
 * @param setColumns ordinals of the columns that the statement sets, whether they change or not
 */
public record RowUpdate(
    List<@Nullable Object> before, List<@Nullable Object> after, List<Integer> setColumns) {
  /** Takes copies; values may be null. */
  public RowUpdate {
    before = java.util.Collections.unmodifiableList(new java.util.ArrayList<>(before));
    after = java.util.Collections.unmodifiableList(new java.util.ArrayList<>(after));
    setColumns = List.copyOf(setColumns);
  }
}
