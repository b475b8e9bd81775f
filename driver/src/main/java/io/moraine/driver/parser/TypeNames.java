package io.moraine.driver.parser;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The type names of DuckDB and PostgreSQL, as types of Calcite.
 *
 * <p>As in DuckDB a length of VARCHAR means nothing, DECIMAL alone is DECIMAL(18, 3), FLOAT has
 * four bytes. Every instant is a TIMESTAMP WITH LOCAL TIME ZONE. Unsigned types and HUGEINT become
 * the next wider type.
 */
final class TypeNames {
  private static final Map<String, SqlTypeName> NAMES = names();
  private static final Map<String, Integer> WIDE_INTEGERS =
      Map.of("UBIGINT", 20, "UINT64", 20, "HUGEINT", 39, "INT128", 39, "UHUGEINT", 39);
  private static final int DEFAULT_PRECISION = 18;
  private static final int DEFAULT_SCALE = 3;

  private TypeNames() {}

  /** The type in Calcite's words; the same object if it is one already or is unknown. */
  static SqlDataTypeSpec rewrite(SqlDataTypeSpec type) {
    SqlTypeNameSpec before = type.getTypeNameSpec();
    SqlTypeNameSpec after =
        before instanceof SqlBasicTypeNameSpec basic ? rewriteBasic(basic) : rewriteNamed(before);
    return after == before
        ? type
        : new SqlDataTypeSpec(after, null, type.getNullable(), type.getParserPosition());
  }

  private static SqlTypeNameSpec rewriteBasic(SqlBasicTypeNameSpec type) {
    SqlTypeName name = SqlTypeName.get(type.getTypeName().getSimple());
    if (name == null) {
      return type;
    }
    SqlParserPos position = type.getParserPos();
    return switch (name) {
      case CHAR, VARCHAR -> new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, position);
      case BINARY, VARBINARY -> new SqlBasicTypeNameSpec(SqlTypeName.VARBINARY, position);
      case FLOAT -> new SqlBasicTypeNameSpec(SqlTypeName.REAL, position);
      case TIMESTAMP -> new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP, position);
      case TIMESTAMP_TZ, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> instant(position);
      case DECIMAL -> type.getPrecision() < 0 ? defaultDecimal(position) : type;
      default -> type;
    };
  }

  private static SqlTypeNameSpec rewriteNamed(SqlTypeNameSpec type) {
    SqlIdentifier name = type.getTypeName();
    if (!name.isSimple()) {
      return type;
    }
    String upper = name.getSimple().toUpperCase(Locale.ROOT);
    SqlParserPos position = type.getParserPos();
    Integer digits = WIDE_INTEGERS.get(upper);
    if (digits != null) {
      return new SqlBasicTypeNameSpec(SqlTypeName.DECIMAL, digits, 0, null, position);
    }
    SqlTypeName known = NAMES.get(upper);
    if (known == null) {
      return type;
    }
    return known == SqlTypeName.DECIMAL
        ? defaultDecimal(position)
        : new SqlBasicTypeNameSpec(known, position);
  }

  private static SqlTypeNameSpec instant(SqlParserPos position) {
    return new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, position);
  }

  private static SqlTypeNameSpec defaultDecimal(SqlParserPos position) {
    return new SqlBasicTypeNameSpec(
        SqlTypeName.DECIMAL, DEFAULT_PRECISION, DEFAULT_SCALE, null, position);
  }

  private static Map<String, SqlTypeName> names() {
    Map<String, SqlTypeName> names = new HashMap<>();
    put(names, SqlTypeName.VARCHAR, "TEXT", "STRING", "BPCHAR", "JSON", "NAME");
    put(names, SqlTypeName.VARBINARY, "BLOB", "BYTEA");
    put(names, SqlTypeName.BOOLEAN, "BOOL", "LOGICAL");
    put(names, SqlTypeName.TINYINT, "INT1");
    put(names, SqlTypeName.SMALLINT, "INT2", "SHORT", "INT16", "UTINYINT", "UINT8");
    put(names, SqlTypeName.INTEGER, "INT4", "SIGNED", "INT32", "USMALLINT", "UINT16");
    put(names, SqlTypeName.BIGINT, "INT8", "LONG", "INT64", "OID", "UINTEGER", "UINT32");
    put(names, SqlTypeName.REAL, "FLOAT4", "FLOAT32");
    put(names, SqlTypeName.DOUBLE, "FLOAT8", "FLOAT64");
    put(names, SqlTypeName.TIMESTAMP, "DATETIME", "TIMESTAMP_US", "TIMESTAMP_S", "TIMESTAMP_MS");
    put(names, SqlTypeName.TIMESTAMP, "TIMESTAMP_NS");
    put(names, SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, "TIMESTAMPTZ");
    put(names, SqlTypeName.DECIMAL, "NUMERIC");
    put(names, SqlTypeName.UUID, "GUID");
    return Map.copyOf(names);
  }

  private static void put(Map<String, SqlTypeName> names, SqlTypeName type, String... aliases) {
    for (String alias : aliases) {
      names.put(alias, type);
    }
  }
}
