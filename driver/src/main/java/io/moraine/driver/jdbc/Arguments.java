package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/** Checks of arguments that several classes share. */
final class Arguments {
  private Arguments() {}

  static int requireNotNegative(int value, String name) throws SQLException {
    if (value < 0) {
      throw invalid(name + " " + value + " is below zero");
    }
    return value;
  }

  static void requireFetchDirection(int direction) throws SQLException {
    switch (direction) {
      case ResultSet.FETCH_FORWARD, ResultSet.FETCH_UNKNOWN -> {}
      case ResultSet.FETCH_REVERSE ->
          throw SqlErrors.of(SqlState.UNSUPPORTED, "rows come in forward direction only");
      default -> throw invalid("fetch direction " + direction + " is not one of ResultSet");
    }
  }

  static void requireGeneratedKeysFlag(int flag) throws SQLException {
    if (flag != Statement.NO_GENERATED_KEYS && flag != Statement.RETURN_GENERATED_KEYS) {
      throw invalid("generated keys flag " + flag + " is not one of Statement");
    }
  }

  /** Whether a constant is another than the first of those allowed. */
  static boolean isOtherThan(int value, String name, int usual, int... others) throws SQLException {
    if (value == usual) {
      return false;
    }
    if (Arrays.stream(others).noneMatch(each -> each == value)) {
      throw invalid(name + " " + value + " is not one of ResultSet");
    }
    return true;
  }

  static SQLException invalid(String message) {
    return SqlErrors.of(SqlState.INVALID_ARGUMENT, message);
  }
}
