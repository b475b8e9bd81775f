package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.transaction.TimeTravel;
import io.moraine.model.CatalogOptions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the properties of a connection say, checked.
 *
 * @param catalog how the catalog is opened
 * @param timeTravel the snapshot shown
 * @param schema the default schema as it was given; not yet looked up
 * @param statementTimeout the time limit of statements that set none, if any
 */
record ConnectionSettings(
    CatalogOptions catalog,
    TimeTravel timeTravel,
    String schema,
    Optional<Duration> statementTimeout) {

  /**
   * Reads every property.
   *
   * @throws SQLException with state 08001 naming the property whose value cannot be read
   */
  static ConnectionSettings of(ConnectionUrl url) throws SQLException {
    PropertyReader reader = new PropertyReader(url.properties());
    reader.requireEmpty(ConnectionProperty.USER);
    reader.requireEmpty(ConnectionProperty.PASSWORD);
    requireLocation(url.location());
    return new ConnectionSettings(
        catalogOptions(url.location(), reader),
        timeTravel(reader),
        reader.text(ConnectionProperty.SCHEMA),
        reader.duration(ConnectionProperty.STATEMENT_TIMEOUT).filter(limit -> !limit.isZero()));
  }

  /** Why nothing may be written through the connection, whatever the store allows, if so. */
  Optional<String> readsOnly() {
    if (catalog.access() == CatalogOptions.Access.READ_ONLY) {
      return Optional.of("property access is read_only, the default for s3:");
    }
    if (catalog.checkpoint().isPresent()) {
      return Optional.of("it reads through a checkpoint");
    }
    return timeTravel instanceof TimeTravel.Newest
        ? Optional.empty()
        : Optional.of("it shows an older snapshot");
  }

  private static CatalogOptions catalogOptions(String location, PropertyReader reader)
      throws SQLException {
    CatalogOptions defaults = CatalogOptions.of(location);
    return new CatalogOptions(
        location,
        reader.access().orElse(defaults.access()),
        reader.readerLease(),
        reader.checkpoint(),
        reader.duration(ConnectionProperty.FRESHNESS).orElse(defaults.freshness()),
        reader.duration(ConnectionProperty.ACQUISITION_TIMEOUT).orElseThrow(),
        reader.size(ConnectionProperty.WORKING_MEMORY),
        reader.size(ConnectionProperty.BLOCK_CACHE),
        reader.s3(location),
        reader.writer());
  }

  private static TimeTravel timeTravel(PropertyReader reader) throws SQLException {
    Optional<Long> snapshot = reader.snapshot();
    Optional<Instant> time = reader.snapshotTime();
    if (snapshot.isPresent() && time.isPresent()) {
      throw SqlErrors.of(
          SqlState.CANNOT_CONNECT,
          "properties snapshot and snapshotTime exclude each other; give one of them");
    }
    return snapshot
        .<TimeTravel>map(TimeTravel.AtSnapshot::new)
        .or(() -> time.map(TimeTravel.AtTime::new))
        .orElse(TimeTravel.NEWEST);
  }

  private static void requireLocation(String location) throws SQLException {
    if (location.isBlank()) {
      throw SqlErrors.of(
          SqlState.CANNOT_CONNECT,
          "the URL names no location; write "
              + ConnectionUrl.PREFIX
              + "/path/to/lake or "
              + ConnectionUrl.PREFIX
              + "s3://bucket/prefix");
    }
  }
}
