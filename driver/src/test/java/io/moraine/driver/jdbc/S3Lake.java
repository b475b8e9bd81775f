package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.api.Catalog;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.model.S3Settings;
import io.moraine.testing.Fixtures;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import io.moraine.testing.s3.Identity;
import io.moraine.testing.s3.S3Server;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A reference lake in a bucket of a server of its own, for each test. After each test it asserts
 * that every scope that was opened on it is closed.
 */
final class S3Lake implements BeforeEachCallback, AfterEachCallback {
  private static final String BUCKET = "lakes";
  private static final String PREFIX = "west/shop";

  private final String fixture;
  private @Nullable S3Server server;
  private @Nullable Catalog watch;

  private S3Lake(String fixture) {
    this.fixture = fixture;
  }

  static S3Lake of(String fixture) {
    return new S3Lake(fixture);
  }

  /** What may be done before a request hangs. */
  @FunctionalInterface
  interface Action {
    void run() throws SQLException;
  }

  /** A rule by which nothing is answered once {@code action} has run. */
  static FaultRule hangAfter(Action action) {
    return request -> {
      try {
        action.run();
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
      return Fault.hang();
    };
  }

  S3Server server() {
    return Objects.requireNonNull(server);
  }

  /** The URL without the properties that say how the server is reached. */
  String url() {
    return "jdbc:moraine:s3://" + BUCKET + "/" + PREFIX;
  }

  /** How the server is reached by its owner. */
  Map<String, String> settings() {
    return settings(server().owner());
  }

  /** How the server is reached by somebody. Answers are awaited longer than tests may take. */
  Map<String, String> settings(Identity identity) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("s3.region", S3Server.REGION);
    settings.put("s3.endpoint", server().endpoint().toString());
    settings.put("s3.accessKeyId", identity.accessKeyId());
    settings.put("s3.secretAccessKey", identity.secretAccessKey().reveal());
    identity.sessionToken().ifPresent(token -> settings.put("s3.sessionToken", token.reveal()));
    settings.put("s3.attemptTimeout", "5m");
    settings.put("s3.totalTimeout", "5m");
    settings.put("s3.hedging", "false");
    return settings;
  }

  Properties properties() {
    Properties properties = new Properties();
    properties.putAll(settings());
    return properties;
  }

  /** A connection; {@code query} such as {@code ?snapshot=3} may follow the URL. */
  Connection connect(String... query) throws SQLException {
    return DriverManager.getConnection(url() + String.join("", query), properties());
  }

  /** Creates the objects of another fixture in the same place. */
  void addObjectsOf(String other) {
    server().load(Fixtures.store(other), BUCKET, PREFIX);
  }

  CatalogFigures figures() {
    return Objects.requireNonNull(watch).figures();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    server = S3Server.start();
    server().createBucket(BUCKET);
    addObjectsOf(fixture);
    String location = url().substring(ConnectionUrl.PREFIX.length());
    watch = Catalog.open(CatalogOptions.of(location).withS3(S3Settings.read(location, settings())));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    CatalogFigures figures = figures();
    Objects.requireNonNull(watch).close();
    server().close();
    assertThat(figures.scopes()).as("scopes left open").isEmpty();
    assertThat(figures.scopesClosed()).isEqualTo(figures.scopesOpened());
  }
}
