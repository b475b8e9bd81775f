package io.moraine.driver.type;

import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** Makes the types of the driver: text in UTF-8, UUIDs as {@link UUID}, timestamps of one kind. */
public final class MoraineTypeFactory extends JavaTypeFactoryImpl {
  /** The one factory. */
  public static final MoraineTypeFactory INSTANCE = new MoraineTypeFactory();

  private MoraineTypeFactory() {
    super(new MoraineTypeSystem());
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }

  /** A timestamp has microseconds, whatever precision is asked for. */
  @Override
  public RelDataType createSqlType(SqlTypeName name, int precision) {
    return switch (name) {
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          super.createSqlType(name, MoraineTypeSystem.TIMESTAMP_DIGITS);
      default -> super.createSqlType(name, precision);
    };
  }

  @Override
  public RelDataType createSqlType(SqlTypeName name) {
    return switch (name) {
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          super.createSqlType(name, MoraineTypeSystem.TIMESTAMP_DIGITS);
      default -> super.createSqlType(name);
    };
  }

  @Override
  public Type getJavaClass(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.UUID ? UUID.class : super.getJavaClass(type);
  }
}
