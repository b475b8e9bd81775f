package io.moraine.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.api.Catalog;
import io.moraine.model.CatalogFigures;
import io.moraine.model.CatalogOptions;
import io.moraine.model.NewLake;
import io.moraine.model.WriterFigures;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A new lake in memory for each test, to be written to. After each test it asserts that every scope
 * that was opened on it is closed.
 */
final class OwnLake implements BeforeEachCallback, AfterEachCallback {
  private static final AtomicInteger LAST = new AtomicInteger();

  private String location = "";
  private @Nullable Catalog watch;

  String location() {
    return location;
  }

  /** A connection; {@code properties} such as {@code ?access=read_only} may follow the URL. */
  Connection connect(String... properties) throws SQLException {
    return DriverManager.getConnection("jdbc:moraine:" + location + String.join("", properties));
  }

  Catalog catalog() {
    return Objects.requireNonNull(watch);
  }

  CatalogFigures figures() {
    return catalog().figures();
  }

  /** Scopes open now. */
  int openScopes() {
    return figures().scopes().size();
  }

  /** Commits of the process to the lake so far. */
  long commits() {
    WriterFigures figures = catalog().writerFigures();
    return figures.commits();
  }

  /** The values of the one column of a query that another connection runs. */
  List<@Nullable String> seenByOthers(String sql) throws SQLException {
    try (Connection other = connect()) {
      return column(other, sql);
    }
  }

  /** The values of the one column of a query. */
  static List<@Nullable String> column(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return Lake.read(rows).stream().map(row -> row.get(0)).toList();
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    location = "memory:own-lake-" + LAST.incrementAndGet();
    CatalogOptions options = CatalogOptions.of(location);
    Catalog.create(options, NewLake.PLAIN);
    watch = Catalog.open(options);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    CatalogFigures figures = figures();
    catalog().close();
    assertThat(figures.scopes()).as("scopes left open").isEmpty();
    assertThat(figures.scopesClosed()).isEqualTo(figures.scopesOpened());
  }
}
