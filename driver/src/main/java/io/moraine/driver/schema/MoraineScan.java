package io.moraine.driver.schema;

import io.moraine.driver.error.SqlState;
import io.moraine.driver.error.StatementException;
import io.moraine.model.KeyCondition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScanOrder;
import io.moraine.model.TableScan;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/**
 * A planned scan of a metadata table. What is known only when the statement runs comes as an array
 * of values; its layout is that of {@link Layout}. Immutable.
 *
 * @param table the table
 * @param projection ordinals of the columns to give
 * @param layout where in the values things are
 * @param order order of the rows
 */
public record MoraineScan(
    MetadataTable table, List<Integer> projection, Layout layout, ScanOrder order) {
  public MoraineScan {
    projection = List.copyOf(projection);
  }

  /**
   * The layout of a scan's values. First the values of the leading key columns, then those of the
   * next key column: either the points, or the lower bound if there is one and the upper bound if
   * there is one; then, each if there is one, the snapshot to show, the snapshot that rows must
   * outlive, and the limit.
   *
   * @param prefix how many leading key columns are equal to a value
   * @param next what the next key column may be
   * @param points how many points there are for the next key column
   * @param asOf in which form the snapshot to show is given
   * @param endedAfter whether rows must outlive a snapshot
   * @param limit whether there is a limit
   */
  public record Layout(
      int prefix, Next next, int points, AsOf asOf, boolean endedAfter, boolean limit) {}

  /** What the key column after the prefix may be. */
  public enum Next {
    ANY,
    POINTS,
    FROM,
    TO,
    FROM_TO
  }

  /** How a statement names the snapshot that a table shows. */
  public enum AsOf {
    /** Not: the table shows what the scope shows. */
    SCOPE,
    /** By its id. */
    VERSION,
    /** By an instant, in microseconds. */
    INSTANT
  }

  /** The rows; called by generated code. One-column rows are plain values. */
  public Enumerable<@Nullable Object> open(DataContext root, @Nullable Object[] values) {
    StatementContext context = (StatementContext) root;
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<@Nullable Object> enumerator() {
        return enumeratorOf(context, values);
      }
    };
  }

  private Enumerator<@Nullable Object> enumeratorOf(
      StatementContext context, @Nullable Object[] values) {
    ReadScope scope = context.scope();
    TableScan scan = bind(scope, values);
    return scan == null
        ? org.apache.calcite.linq4j.Linq4j.emptyEnumerator()
        : new MoraineEnumerator(context, scope.open(scan), projection.size() == 1);
  }

  /** The scan with its values, or null if a NULL among them leaves no rows. */
  private @Nullable TableScan bind(ReadScope scope, @Nullable Object[] values) {
    Reader reader = new Reader(values);
    List<Long> prefix = new ArrayList<>(layout.prefix);
    for (int i = 0; i < layout.prefix; i++) {
      Long value = reader.next();
      if (value == null) {
        return null;
      }
      prefix.add(value);
    }
    KeyCondition.Next next = nextOf(reader);
    if (next == null) {
      return null;
    }
    OptionalLong asOf = asOf(scope, reader);
    return new TableScan(
        table,
        projection,
        new KeyCondition(prefix, next),
        asOf,
        endedAfter(reader),
        order,
        limit(reader));
  }

  private KeyCondition.@Nullable Next nextOf(Reader reader) {
    return switch (layout.next) {
      case ANY -> new KeyCondition.Any();
      case POINTS -> points(reader);
      case FROM -> between(reader.next(), Long.valueOf(Long.MAX_VALUE));
      case TO -> between(Long.valueOf(Long.MIN_VALUE), reader.next());
      case FROM_TO -> between(reader.next(), reader.next());
    };
  }

  private KeyCondition.@Nullable Next points(Reader reader) {
    List<Long> points = new ArrayList<>(layout.points);
    for (int i = 0; i < layout.points; i++) {
      Long point = reader.next();
      if (point != null) {
        points.add(point);
      }
    }
    return points.isEmpty() ? null : new KeyCondition.OneOf(points);
  }

  private static KeyCondition.@Nullable Next between(@Nullable Long from, @Nullable Long to) {
    return from == null || to == null || from > to ? null : new KeyCondition.Between(from, to);
  }

  private OptionalLong asOf(ReadScope scope, Reader reader) {
    if (layout.asOf == AsOf.SCOPE) {
      return OptionalLong.empty();
    }
    Long value = reader.next();
    if (value == null) {
      throw new StatementException(
          SqlState.INVALID_ARGUMENT, "The snapshot to show of " + table.sqlName() + " is NULL");
    }
    return OptionalLong.of(
        layout.asOf == AsOf.VERSION
            ? Snapshots.checkExists(scope, value)
            : Snapshots.newestAt(scope, value));
  }

  private OptionalLong endedAfter(Reader reader) {
    if (!layout.endedAfter) {
      return OptionalLong.empty();
    }
    // A comparison with NULL holds for no row that ended.
    Long value = reader.next();
    return OptionalLong.of(value == null ? Long.MAX_VALUE : value);
  }

  private long limit(Reader reader) {
    Long limit = layout.limit ? reader.next() : null;
    return limit == null ? Long.MAX_VALUE : Math.max(0, limit);
  }

  private static final class Reader {
    private final @Nullable Object[] values;
    private int position;

    Reader(@Nullable Object[] values) {
      this.values = values;
    }

    @Nullable Long next() {
      Object value = values[position++];
      return value == null || value instanceof Long
          ? (Long) value
          : Long.valueOf(((Number) value).longValue());
    }
  }
}
