package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections to one lake, with settings as a bean. Either {@code url} or {@code location} must be
 * set; {@code location} takes any path, also one with a question mark. Set up by one thread, then
 * usable by many.
 */
public final class MoraineDataSource implements DataSource {
  private final MoraineDriver driver = new MoraineDriver();
  private final Properties properties = new Properties();
  private String url = "";
  private String location = "";
  private @Nullable PrintWriter logWriter;
  private int loginTimeoutSeconds;

  /** A data source without a location yet. */
  public MoraineDataSource() {}

  /** The URL as it was set, properties included, or the empty text. */
  public String getUrl() {
    return url;
  }

  /** Sets the URL, with or without properties. */
  public void setUrl(String url) {
    this.url = url;
  }

  /** The location, or the empty text. */
  public String getLocation() {
    return location;
  }

  /** Sets the location, which goes before the URL. */
  public void setLocation(String location) {
    this.location = location;
  }

  /** The value of a property, or null if it was not set here. */
  public @Nullable String getProperty(ConnectionProperty property) {
    return properties.getProperty(property.propertyName());
  }

  /** Sets a property. */
  public void setProperty(ConnectionProperty property, String value) {
    properties.setProperty(property.propertyName(), value);
  }

  /** Sets properties by name; an unknown name is refused when a connection is made. */
  public void setProperties(Properties more) {
    more.stringPropertyNames().forEach(name -> properties.put(name, more.getProperty(name)));
  }

  @Override
  public Connection getConnection() throws SQLException {
    return connect(properties);
  }

  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    Properties with = new Properties();
    with.putAll(properties);
    with.setProperty(ConnectionProperty.USER.propertyName(), user == null ? "" : user);
    with.setProperty(ConnectionProperty.PASSWORD.propertyName(), password == null ? "" : password);
    return connect(with);
  }

  private Connection connect(Properties with) throws SQLException {
    return driver.connect(
        location.isEmpty() ? parsedUrl(with) : ConnectionUrl.of(location, with),
        loginTimeoutSeconds);
  }

  private ConnectionUrl parsedUrl(Properties with) throws SQLException {
    if (!ConnectionUrl.accepts(url)) {
      throw SqlErrors.of(
          SqlState.CANNOT_CONNECT,
          url.isEmpty()
              ? "neither url nor location is set"
              : "the URL does not begin with " + ConnectionUrl.PREFIX);
    }
    return ConnectionUrl.parse(url, with);
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return logWriter;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter writer) {
    this.logWriter = writer;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeoutSeconds;
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    loginTimeoutSeconds = Arguments.requireNotNegative(seconds, "login timeout");
  }

  @Override
  public Logger getParentLogger() {
    return driver.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
