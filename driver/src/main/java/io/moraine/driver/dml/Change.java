package io.moraine.driver.dml;

import io.moraine.driver.schema.StatementContext;
import io.moraine.model.MetadataTable;
import io.moraine.model.RowUpdate;
import io.moraine.model.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * UPDATE.
 *
 * <p>A row that FROM joins with several others is changed once, by the values that come first when
 * they are compared in the order of SET, NULL last; so the outcome does not depend on the plan.
 */
public final class Change implements PlannedWrite {
  private final TargetColumns columns;
  private final RowSource source;
  private final Matches matches;
  private final RequiredColumns required;

  /** How often the source may give a row. */
  public enum Matches {
    /** Once: there is no FROM. */
    ONE,
    /** Any number of times. */
    MANY
  }

  /**
   * An UPDATE.
   *
   * @param columns the columns to set
   * @param source the rows to change: all columns, then the values to set
   */
  public Change(TargetColumns columns, RowSource source, Matches matches) {
    this.columns = columns;
    this.source = source;
    this.matches = matches;
    this.required = new RequiredColumns(columns.table());
  }

  @Override
  public long execute(StatementContext.Request request, Transaction transaction) {
    List<RowUpdate> updates = new ArrayList<>();
    for (@Nullable Object[] values : chosen(SourceRows.read(source, request, transaction))) {
      updates.add(update(values));
    }
    transaction.update(columns.table(), updates);
    return updates.size();
  }

  private RowUpdate update(@Nullable Object[] values) {
    MetadataTable table = columns.table();
    int size = table.columns().size();
    @Nullable Object[] after = Arrays.copyOf(values, size);
    for (int i = 0; i < columns.ordinals().size(); i++) {
      after[columns.ordinals().get(i)] = values[size + i];
    }
    required.check(after);
    return new RowUpdate(
        Arrays.asList(values).subList(0, size), Arrays.asList(after), columns.ordinals());
  }

  private Collection<@Nullable Object[]> chosen(List<@Nullable Object[]> rows) {
    if (matches == Matches.ONE) {
      return rows;
    }
    int size = columns.table().columns().size();
    Map<List<@Nullable Object>, @Nullable Object[]> chosen = new LinkedHashMap<>();
    for (@Nullable Object[] row : rows) {
      chosen.merge(
          Arrays.asList(row).subList(0, size),
          row,
          (one, other) -> compare(one, other, size) <= 0 ? one : other);
    }
    return chosen.values();
  }

  private static int compare(@Nullable Object[] one, @Nullable Object[] other, int from) {
    for (int i = from; i < one.length; i++) {
      int order = compareValues(one[i], other[i]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @SuppressWarnings("unchecked") // values of one column are of one class, which has an order
  private static int compareValues(@Nullable Object one, @Nullable Object other) {
    if (one == null || other == null) {
      return one == other ? 0 : one == null ? 1 : -1;
    }
    return ((Comparable<Object>) one).compareTo(other);
  }
}
