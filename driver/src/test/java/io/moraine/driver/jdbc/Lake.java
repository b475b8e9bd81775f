package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.api.Catalog;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.testing.Fixtures;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A copy of a reference lake: for a test class in a static field, for each test in another. After
 * each test it asserts that every scope that was opened on it is closed.
 */
final class Lake
    implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
  private final String fixture;
  private boolean sharedByClass;
  private @Nullable Path path;
  private @Nullable Catalog watch;

  private Lake(String fixture) {
    this.fixture = fixture;
  }

  static Lake of(String fixture) {
    return new Lake(fixture);
  }

  Path path() {
    return Objects.requireNonNull(path);
  }

  String url() {
    return "jdbc:moraine:" + path();
  }

  /** A connection; {@code properties} such as {@code ?snapshot=3} may follow the URL. */
  Connection connect(String... properties) throws SQLException {
    return DriverManager.getConnection(url() + String.join("", properties));
  }

  /** All values of a query as texts. */
  List<List<@Nullable String>> query(String sql) throws SQLException {
    try (Connection connection = connect()) {
      return query(connection, sql);
    }
  }

  static List<List<@Nullable String>> query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return read(rows);
    }
  }

  /** The one value of a query, as text. */
  @Nullable String value(String sql) throws SQLException {
    List<List<@Nullable String>> rows = query(sql);
    assertThat(rows).hasSize(1);
    return rows.get(0).get(0);
  }

  static List<List<@Nullable String>> read(ResultSet rows) throws SQLException {
    List<List<@Nullable String>> all = new ArrayList<>();
    while (rows.next()) {
      List<@Nullable String> row = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        row.add(rows.getString(i));
      }
      all.add(row);
    }
    return all;
  }

  CatalogFigures figures() {
    return Objects.requireNonNull(watch).figures();
  }

  /** Scopes open now. */
  int openScopes() {
    return figures().scopes().size();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    sharedByClass = true;
    open();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    if (!sharedByClass) {
      open();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (sharedByClass) {
      assertAllClosed(figures());
    } else {
      close();
    }
  }

  private void open() {
    path = Fixtures.copyOfStore(fixture);
    watch =
        Catalog.open(
            CatalogOptions.of(path.toString()).withReaderLease(CatalogOptions.ReaderLease.FALSE));
  }

  private void close() {
    CatalogFigures figures = figures();
    Objects.requireNonNull(watch).close();
    assertAllClosed(figures);
  }

  private static void assertAllClosed(CatalogFigures figures) {
    assertThat(figures.scopes()).as("scopes left open").isEmpty();
    assertThat(figures.scopesClosed()).isEqualTo(figures.scopesOpened());
  }
}
