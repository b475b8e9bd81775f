package io.moraine.driver.jdbc;

import io.moraine.api.Catalog;
import io.moraine.base.Call;
import io.moraine.base.Clock;
import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.logging.WireLoggers;
import io.moraine.driver.metadata.Identity;
import io.moraine.driver.plan.SqlPlanner;
import io.moraine.driver.transaction.Session;
import io.moraine.model.CatalogException;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.logging.Logger;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.DriverVersion;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver for URLs of the form {@code jdbc:moraine:<location>[?name=value&…]}. Found by
 * {@code java.sql.DriverManager} without further ado. Its properties are those of {@link
 * ConnectionProperty}.
 */
public final class MoraineDriver extends UnregisteredDriver {
  private static final System.Logger LOGGER = System.getLogger("io.moraine.driver.jdbc.Connection");
  private static final long CACHED_PLANS = 1000;

  static {
    new MoraineDriver().register();
  }

  /** A driver; {@code DriverManager} has one already. */
  public MoraineDriver() {}

  @Override
  public @Nullable Connection connect(@Nullable String url, @Nullable Properties properties)
      throws SQLException {
    return acceptsURL(url)
        ? connect(parse(url, properties), DriverManager.getLoginTimeout())
        : null;
  }

  /**
   * Opens the lake at a location.
   *
   * @param loginTimeoutSeconds most time for that, zero for no limit
   */
  Connection connect(ConnectionUrl url, int loginTimeoutSeconds) throws SQLException {
    ConnectionSettings settings = ConnectionSettings.of(url);
    WireLoggers.keepQuiet();
    Catalog catalog = open(settings, loginTimeoutSeconds);
    try {
      Connection connection =
          new MoraineConnection(
              this,
              factory,
              url.toString(),
              settings,
              new Session(catalog, settings.timeTravel()),
              Planner.SHARED,
              Clock.SYSTEM);
      LOGGER.log(Level.DEBUG, "Connected to {0}", settings.catalog().location());
      return connection;
    } catch (SQLException | RuntimeException e) {
      catalog.close();
      throw e;
    }
  }

  private static ConnectionUrl parse(@Nullable String url, @Nullable Properties properties)
      throws SQLException {
    return ConnectionUrl.parse(
        Objects.requireNonNull(url, "url"), properties == null ? new Properties() : properties);
  }

  private static Catalog open(ConnectionSettings settings, int loginTimeoutSeconds)
      throws SQLException {
    Call call = new Call();
    if (loginTimeoutSeconds > 0) {
      call = TimeLimit.limited(call, Duration.ofSeconds(loginTimeoutSeconds), Clock.SYSTEM);
    }
    try {
      return call.run(() -> Catalog.open(settings.catalog()));
    } catch (CatalogException e) {
      throw e.kind() == CatalogException.Kind.INVALID_REQUEST
          ? SqlErrors.of(SqlState.CANNOT_CONNECT, String.valueOf(e.getMessage()), e)
          : SqlErrors.of(e);
    }
  }

  @Override
  public boolean acceptsURL(@Nullable String url) throws SQLException {
    if (url == null) {
      throw SqlErrors.of(SqlState.CANNOT_CONNECT, "the URL is null");
    }
    return ConnectionUrl.accepts(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(@Nullable String url, @Nullable Properties properties)
      throws SQLException {
    Map<ConnectionProperty, String> given =
        acceptsURL(url) ? parse(url, properties).properties() : Map.of();
    return Arrays.stream(ConnectionProperty.values())
        .map(property -> propertyInfo(property, given))
        .toArray(DriverPropertyInfo[]::new);
  }

  private static DriverPropertyInfo propertyInfo(
      ConnectionProperty property, Map<ConnectionProperty, String> given) {
    String value = given.getOrDefault(property, property.defaultValue());
    DriverPropertyInfo info =
        new DriverPropertyInfo(property.propertyName(), property.isSecret() ? null : value);
    info.description = property.description();
    info.required = false;
    info.choices = property.choices().isEmpty() ? null : property.choices().toArray(String[]::new);
    return info;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("io.moraine");
  }

  @Override
  public Meta createMeta(AvaticaConnection connection) {
    return new MoraineMeta(connection);
  }

  @Override
  protected AvaticaFactory createFactory() {
    return new MoraineFactory();
  }

  @Override
  protected String getConnectStringPrefix() {
    return ConnectionUrl.PREFIX;
  }

  @Override
  protected DriverVersion createDriverVersion() {
    return new DriverVersion(
        Identity.DRIVER,
        Identity.VERSION,
        Identity.PRODUCT,
        Identity.VERSION,
        false,
        Identity.majorVersion(),
        Identity.minorVersion(),
        Identity.majorVersion(),
        Identity.minorVersion());
  }

  /** One planner for all connections, made when the first one needs it. */
  private static final class Planner {
    static final SqlPlanner SHARED = new SqlPlanner(CACHED_PLANS);
  }
}
