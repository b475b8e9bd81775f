package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every public method of the large interfaces, on open and on closed objects. */
class ClosedObjectsTest {
  /** What may be called on a closed object. */
  private static final Set<String> ALWAYS_ALLOWED =
      Set.of(
          "close",
          "isClosed",
          "isValid",
          "abort",
          "unwrap",
          "isWrapperFor",
          "enquoteLiteral",
          "enquoteIdentifier",
          "isSimpleIdentifier",
          "enquoteNCharLiteral",
          "beginRequest",
          "endRequest",
          "setShardingKey",
          "setShardingKeyIfValid");

  @RegisterExtension static final Lake LAKE = Lake.of("moraine/shop");

  @Test
  void everyMethodOfAClosedConnectionSaysThatItIsClosed() throws Exception {
    Connection connection = LAKE.connect();
    connection.close();
    assertAllFail(Connection.class, connection, Set.of("08003"));
  }

  @Test
  void everyMethodOfAClosedStatementSaysThatItIsClosed() throws Exception {
    try (Connection connection = LAKE.connect()) {
      Statement statement = connection.createStatement();
      statement.close();
      assertAllFail(Statement.class, statement, Set.of("HY010"));
      PreparedStatement prepared = connection.prepareStatement("SELECT 1");
      prepared.close();
      assertAllFail(PreparedStatement.class, prepared, Set.of("HY010"));
    }
  }

  @Test
  void everyMethodOfAClosedResultSaysThatItIsClosed() throws Exception {
    try (Connection connection = LAKE.connect()) {
      ResultSet rows = connection.createStatement().executeQuery("SELECT 1");
      rows.close();
      assertAllFail(ResultSet.class, rows, Set.of("HY010"));
    }
  }

  @Test
  void everyMethodOfAnOpenObjectAnswersOrGivesAnSqlState() throws Exception {
    for (Method method : methods(ResultSet.class, name -> true)) {
      try (Connection connection = LAKE.connect();
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT 1")) {
        rows.next();
        requireState(method, failureOf(method, rows));
      }
    }
    for (Method method : methods(PreparedStatement.class, name -> true)) {
      try (Connection connection = LAKE.connect()) {
        requireState(
            method,
            failureOf(
                method,
                connection.prepareStatement("SELECT 1 FROM ducklake_table WHERE table_name = ?")));
      }
    }
    for (Method method : methods(Connection.class, name -> true)) {
      try (Connection connection = LAKE.connect()) {
        requireState(method, failureOf(method, connection));
      }
    }
  }

  private static void requireState(Method method, @Nullable Throwable failure) {
    if (failure != null) {
      assertThat(failure).as("%s", method).isInstanceOf(SQLException.class);
      if (!method.isDefault()) {
        assertThat(((SQLException) failure).getSQLState()).as("%s", method).isNotNull();
      }
      if (failure instanceof SQLFeatureNotSupportedException && !method.isDefault()) {
        assertThat(failure.getMessage()).as("%s", method).isNotBlank();
      }
    }
  }

  private static void assertAllFail(Class<?> type, Object object, Set<String> states)
      throws Exception {
    for (Method method : methods(type, name -> !ALWAYS_ALLOWED.contains(name))) {
      Throwable failure = failureOf(method, object);
      assertThat(failure)
          .as("%s", method)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isIn(states));
    }
  }

  private static List<Method> methods(Class<?> type, Predicate<String> names) {
    return Arrays.stream(type.getMethods())
        .filter(each -> !Modifier.isStatic(each.getModifiers()))
        .filter(each -> names.test(each.getName()))
        .toList();
  }

  private static @Nullable Throwable failureOf(Method method, Object object) throws Exception {
    @Nullable Object[] arguments =
        Arrays.stream(method.getParameterTypes()).map(ClosedObjectsTest::argument).toArray();
    try {
      method.invoke(object, arguments);
      return null;
    } catch (InvocationTargetException e) {
      return e.getCause();
    }
  }

  private static @Nullable Object argument(Class<?> type) {
    if (type == int.class) {
      return 1;
    }
    if (type == long.class) {
      return 1L;
    }
    if (type == short.class) {
      return (short) 1;
    }
    if (type == byte.class) {
      return (byte) 1;
    }
    if (type == float.class) {
      return 1f;
    }
    if (type == double.class) {
      return 1.0;
    }
    if (type == boolean.class) {
      return true;
    }
    if (type == String.class) {
      return "x";
    }
    if (type == Class.class) {
      return String.class;
    }
    return type == java.util.Properties.class ? properties() : null;
  }

  private static java.util.Properties properties() {
    java.util.Properties properties = new java.util.Properties();
    properties.setProperty("ClientUser", "x");
    return properties;
  }
}
