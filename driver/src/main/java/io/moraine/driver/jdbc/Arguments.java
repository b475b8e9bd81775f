package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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

  static boolean wantsGeneratedKeys(int flag) throws SQLException {
    return switch (flag) {
      case Statement.NO_GENERATED_KEYS -> false;
      case Statement.RETURN_GENERATED_KEYS -> true;
      default -> throw invalid("generated keys flag " + flag + " is not one of Statement");
    };
  }

  static boolean wantsGeneratedKeys(int @Nullable [] columns) {
    return columns != null && columns.length > 0;
  }

  static boolean wantsGeneratedKeys(String @Nullable [] columns) {
    return columns != null && columns.length > 0;
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
