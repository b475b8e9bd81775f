package io.moraine.driver.cli;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The lake that a command speaks to, and how. */
final class ConnectionOptions {
  @Parameters(
      index = "0",
      paramLabel = "<location>",
      description = "The lake: a path, file:<path>, memory:<name> or s3://<bucket>/<prefix>.")
  private String location = "";

  @Mixin private PropertyOptions options = new PropertyOptions();

  /** Opens a connection; the caller closes it. */
  Connection connect() throws SQLException {
    Properties settings = new Properties();
    options.properties().forEach(settings::setProperty);
    return DriverManager.getConnection("jdbc:moraine:" + location, settings);
  }

  String location() {
    return location;
  }
}
