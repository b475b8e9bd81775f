package io.moraine.table;

import java.util.Locale;
import java.util.Map;

/**
 * DuckLake's words for types. Records hold either such a word or the name of an SQL type of DuckDB;
 * tables show the word.
 *
 * <p>Source: Moraine {@code crates/moraine-duckdb/cpp/metadata_tables.cpp} at d417eb4, and DuckLake
 * specification 1.0, "Data Types".
 */
final class TypeWords {
  private static final Map<String, String> OF_SQL_NAME =
      Map.ofEntries(
          Map.entry("BOOLEAN", "boolean"),
          Map.entry("TINYINT", "int8"),
          Map.entry("SMALLINT", "int16"),
          Map.entry("INTEGER", "int32"),
          Map.entry("BIGINT", "int64"),
          Map.entry("HUGEINT", "int128"),
          Map.entry("UTINYINT", "uint8"),
          Map.entry("USMALLINT", "uint16"),
          Map.entry("UINTEGER", "uint32"),
          Map.entry("UBIGINT", "uint64"),
          Map.entry("UHUGEINT", "uint128"),
          Map.entry("FLOAT", "float32"),
          Map.entry("DOUBLE", "float64"),
          Map.entry("DECIMAL", "decimal(18,3)"),
          Map.entry("VARCHAR", "varchar"),
          Map.entry("BLOB", "blob"),
          Map.entry("UUID", "uuid"),
          Map.entry("DATE", "date"),
          Map.entry("TIME", "time"),
          Map.entry("TIME_NS", "time_ns"),
          Map.entry("TIME WITH TIME ZONE", "timetz"),
          Map.entry("TIMETZ", "timetz"),
          Map.entry("TIMESTAMP", "timestamp"),
          Map.entry("TIMESTAMP_S", "timestamp_s"),
          Map.entry("TIMESTAMP_MS", "timestamp_ms"),
          Map.entry("TIMESTAMP_NS", "timestamp_ns"),
          Map.entry("TIMESTAMP WITH TIME ZONE", "timestamptz"),
          Map.entry("TIMESTAMPTZ", "timestamptz"),
          Map.entry("INTERVAL", "interval"),
          Map.entry("JSON", "json"),
          Map.entry("GEOMETRY", "geometry"),
          Map.entry("VARIANT", "variant"),
          Map.entry("STRUCT", "struct"),
          Map.entry("LIST", "list"),
          Map.entry("MAP", "map"));

  private TypeWords() {}

  /** The word for a stored type; a type that is no SQL name of DuckDB stays as it is. */
  static String ofStored(String stored) {
    if (!stored.isEmpty() && Character.isLowerCase(stored.charAt(0))) {
      return stored;
    }
    String word = OF_SQL_NAME.get(stored);
    return word != null ? word : ofParameterized(stored);
  }

  private static String ofParameterized(String stored) {
    if (stored.endsWith("]")) {
      return "list";
    } else if (stored.startsWith("DECIMAL(")) {
      return stored.replace(" ", "").toLowerCase(Locale.ROOT);
    } else if (stored.startsWith("STRUCT(")) {
      return "struct";
    }
    return stored.startsWith("MAP(") ? "map" : stored;
  }
}
