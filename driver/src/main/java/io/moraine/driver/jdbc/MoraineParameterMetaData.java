package io.moraine.driver.jdbc;

import io.moraine.driver.metadata.JdbcType;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/** The parameters of a prepared statement. Immutable. */
final class MoraineParameterMetaData implements ParameterMetaData {
  private final List<RelDataType> types;

  MoraineParameterMetaData(List<RelDataType> types) {
    this.types = List.copyOf(types);
  }

  @Override
  public int getParameterCount() {
    return types.size();
  }

  @Override
  public int isNullable(int parameter) throws SQLException {
    type(parameter);
    return parameterNullable;
  }

  @Override
  public boolean isSigned(int parameter) throws SQLException {
    return type(parameter).isNumber();
  }

  @Override
  public int getPrecision(int parameter) throws SQLException {
    type(parameter);
    return ResultColumn.precisionOf(types.get(parameter - 1));
  }

  @Override
  public int getScale(int parameter) throws SQLException {
    type(parameter);
    return ResultColumn.scaleOf(types.get(parameter - 1));
  }

  @Override
  public int getParameterType(int parameter) throws SQLException {
    return type(parameter).code();
  }

  @Override
  public String getParameterTypeName(int parameter) throws SQLException {
    return type(parameter).sqlName();
  }

  @Override
  public String getParameterClassName(int parameter) throws SQLException {
    return type(parameter).javaClass().getName();
  }

  @Override
  public int getParameterMode(int parameter) throws SQLException {
    type(parameter);
    return parameterModeIn;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  private JdbcType type(int parameter) throws SQLException {
    return JdbcType.of(types.get(new ParameterSlots(types).slot(parameter)));
  }
}
