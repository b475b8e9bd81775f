package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.metadata.JdbcType;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A list value as JDBC has it. */
final class ListArray implements Array {
  private @Nullable List<?> list;

  ListArray(List<?> list) {
    this.list = list;
  }

  @Override
  public String getBaseTypeName() throws SQLException {
    return elementType(elements()).sqlName();
  }

  @Override
  public int getBaseType() throws SQLException {
    return elementType(elements()).code();
  }

  @Override
  public Object getArray() throws SQLException {
    return objects(elements());
  }

  @Override
  public Object getArray(@Nullable Map<String, Class<?>> map) throws SQLException {
    refuseMap(map, "Array.getArray");
    return getArray();
  }

  @Override
  public Object getArray(long index, int count) throws SQLException {
    return objects(part(index, count));
  }

  @Override
  public Object getArray(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    refuseMap(map, "Array.getArray");
    return getArray(index, count);
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    return rows(elements(), 1);
  }

  @Override
  public ResultSet getResultSet(@Nullable Map<String, Class<?>> map) throws SQLException {
    refuseMap(map, "Array.getResultSet");
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    return rows(part(index, count), index);
  }

  @Override
  public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    refuseMap(map, "Array.getResultSet");
    return getResultSet(index, count);
  }

  @Override
  public void free() {
    list = null;
  }

  @Override
  public String toString() {
    return list == null ? "freed" : ValueTexts.of(list);
  }

  private static Object objects(List<?> elements) throws SQLException {
    @Nullable Object[] objects = new @Nullable Object[elements.size()];
    ColumnReader reader = new ColumnReader(2, column("VALUE", elementType(elements)));
    for (int i = 0; i < objects.length; i++) {
      Object element = elements.get(i);
      objects[i] = element == null ? null : reader.object(element);
    }
    return objects;
  }

  private List<?> elements() throws SQLException {
    if (list == null) {
      throw SqlErrors.of(SqlState.OBJECT_CLOSED, "the array was freed");
    }
    return list;
  }

  private List<?> part(long index, int count) throws SQLException {
    List<?> all = elements();
    if (index < 1 || count < 0 || index - 1 + count > all.size()) {
      throw SqlErrors.of(
          SqlState.INVALID_ARGUMENT,
          "elements " + index + " to " + (index + count - 1) + " of " + all.size());
    }
    return all.subList((int) index - 1, (int) index - 1 + count);
  }

  private static ResultSet rows(List<?> elements, long firstIndex) throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Object element : elements) {
      rows.add(new @Nullable Object[] {firstIndex + rows.size(), element});
    }
    return MoraineResultSet.detached(
        List.of(column("INDEX", JdbcType.BIGINT), column("VALUE", elementType(elements))),
        new ListRows(rows));
  }

  private static ResultColumn column(String name, JdbcType type) {
    return new ResultColumn(
        name, name, "", "", type, ResultSetMetaData.columnNullable, type.precision(), 0);
  }

  private static JdbcType elementType(List<?> elements) {
    for (Object element : elements) {
      if (element != null) {
        return JdbcType.ofValue(element);
      }
    }
    return JdbcType.NULL;
  }

  private static void refuseMap(@Nullable Map<String, Class<?>> map, String method)
      throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.unsupported(method + " with a type map");
    }
  }
}
