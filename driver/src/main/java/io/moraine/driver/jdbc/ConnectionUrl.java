package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A connection URL taken apart: {@code jdbc:moraine:<location>[?name=value&…]}. The location runs
 * up to the first question mark and is taken as it stands; in the values, {@code %xx} stands for a
 * byte of UTF-8.
 *
 * @param location where the lake is
 * @param properties the properties given, by URL or {@code Properties}
 */
record ConnectionUrl(String location, Map<ConnectionProperty, String> properties) {
  static final String PREFIX = "jdbc:moraine:";

  static boolean accepts(@Nullable String url) {
    return url != null && url.startsWith(PREFIX);
  }

  /**
   * Reads a URL and the properties given beside it.
   *
   * @throws SQLException with state 08001 naming the property that is unknown, malformed or given
   *     twice
   */
  static ConnectionUrl parse(String url, Properties beside) throws SQLException {
    String rest = url.substring(PREFIX.length());
    int question = rest.indexOf('?');
    Map<ConnectionProperty, String> found = new EnumMap<>(ConnectionProperty.class);
    if (question >= 0) {
      putPairs(found, rest.substring(question + 1));
    }
    putBeside(found, beside);
    return new ConnectionUrl(question < 0 ? rest : rest.substring(0, question), found);
  }

  /** A location that is no part of a URL, so that it may hold anything. */
  static ConnectionUrl of(String location, Properties properties) throws SQLException {
    Map<ConnectionProperty, String> found = new EnumMap<>(ConnectionProperty.class);
    putBeside(found, properties);
    return new ConnectionUrl(location, found);
  }

  @Override
  public String toString() {
    return PREFIX + location;
  }

  private static void putBeside(Map<ConnectionProperty, String> found, Properties beside)
      throws SQLException {
    for (Object key : beside.keySet()) {
      if (!(key instanceof String name) || beside.getProperty(name) == null) {
        throw refused("property " + key + " has a value that is not a text");
      }
    }
    for (String name : beside.stringPropertyNames()) {
      putBeside(found, name, beside.getProperty(name));
    }
  }

  private static void putPairs(Map<ConnectionProperty, String> found, String pairs)
      throws SQLException {
    Optional<ConnectionProperty> before = Optional.empty();
    for (String pair : pairs.split("&", -1)) {
      if (!pair.isEmpty()) {
        before = Optional.of(putPair(found, pair, before));
      }
    }
  }

  private static ConnectionProperty putPair(
      Map<ConnectionProperty, String> found, String pair, Optional<ConnectionProperty> before)
      throws SQLException {
    int equals = pair.indexOf('=');
    String name = equals < 0 ? pair : pair.substring(0, equals);
    if (before.isPresent() && before.get().isSecret() && ConnectionProperty.find(name).isEmpty()) {
      // The name may be a part of the secret.
      throw refused(
          "what follows property "
              + before.get().propertyName()
              + " is no known property; write %26 for an & in a value");
    }
    ConnectionProperty property = property(name);
    if (equals < 0) {
      throw refused("property " + name + " has no value; write " + name + "=…");
    }
    if (found.put(property, decode(name, pair.substring(equals + 1))) != null) {
      throw refused("property " + name + " is given twice");
    }
    return property;
  }

  private static void putBeside(Map<ConnectionProperty, String> found, String name, String value)
      throws SQLException {
    String other = found.put(property(name), value);
    if (other != null && !other.equals(value)) {
      throw refused("property " + name + " is given twice, in the URL and beside it");
    }
  }

  private static ConnectionProperty property(String name) throws SQLException {
    return ConnectionProperty.find(name)
        .orElseThrow(
            () ->
                refused(
                    "property " + name + " is unknown; known are " + ConnectionProperty.names()));
  }

  private static String decode(String name, String value) throws SQLException {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // Without the cause, which shows a part of the value.
      throw refused(
          "property " + name + " has a % that no two hexadecimal digits follow; write %25 for %");
    }
  }

  private static SQLException refused(String message) {
    return SqlErrors.of(SqlState.CANNOT_CONNECT, message);
  }
}
