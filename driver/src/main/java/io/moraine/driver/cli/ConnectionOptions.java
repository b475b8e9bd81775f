package io.moraine.driver.cli;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The lake that a command speaks to, and how. */
final class ConnectionOptions {
  @Parameters(
      index = "0",
      paramLabel = "<location>",
      description = "The lake: a path, file:<path> or memory:<name>.")
  private String location = "";

  @Option(
      names = "--set",
      paramLabel = "<name=value>",
      description = "A connection property, such as --set snapshot=3; may be repeated.")
  private Map<String, String> properties = new LinkedHashMap<>();

  /** Opens a connection; the caller closes it. */
  Connection connect() throws SQLException {
    Properties settings = new Properties();
    properties.forEach(settings::setProperty);
    return DriverManager.getConnection("jdbc:moraine:" + location, settings);
  }

  String location() {
    return location;
  }
}
