package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.driver.transaction.TimeTravel;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.S3Options;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

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
    Reader reader = new Reader(url.properties());
    reader.requireEmpty(ConnectionProperty.USER);
    reader.requireEmpty(ConnectionProperty.PASSWORD);
    requireLocation(url.location());
    Duration timeout = reader.duration(ConnectionProperty.STATEMENT_TIMEOUT);
    return new ConnectionSettings(
        catalogOptions(url.location(), reader),
        timeTravel(reader),
        reader.text(ConnectionProperty.SCHEMA),
        timeout.isZero() ? Optional.empty() : Optional.of(timeout));
  }

  private static CatalogOptions catalogOptions(String location, Reader reader) throws SQLException {
    return new CatalogOptions(
        location,
        CatalogOptions.of(location).access(),
        reader.readerLease(),
        reader.checkpoint(),
        reader.duration(ConnectionProperty.FRESHNESS),
        reader.duration(ConnectionProperty.ACQUISITION_TIMEOUT),
        reader.size(ConnectionProperty.WORKING_MEMORY),
        reader.size(ConnectionProperty.BLOCK_CACHE),
        S3Options.DEFAULT);
  }

  private static TimeTravel timeTravel(Reader reader) throws SQLException {
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
    String lower = location.toLowerCase(Locale.ROOT);
    if (location.isBlank()) {
      throw SqlErrors.of(
          SqlState.CANNOT_CONNECT,
          "the URL names no location; write "
              + ConnectionUrl.PREFIX
              + "/path/to/lake or "
              + ConnectionUrl.PREFIX
              + "memory:name");
    }
    if (lower.startsWith("s3:") || lower.startsWith("s3a:")) {
      throw SqlErrors.of(
          SqlState.UNSUPPORTED,
          "lakes in S3 cannot be opened by this version; copy the lake to a folder and name that");
    }
  }

  /** The properties given, with defaults for the others. */
  private record Reader(Map<ConnectionProperty, String> given) {
    String text(ConnectionProperty property) {
      String value = given.get(property);
      return value == null || value.isEmpty() ? property.defaultValue() : value;
    }

    void requireEmpty(ConnectionProperty property) throws SQLException {
      if (!text(property).isEmpty()) {
        throw SqlErrors.of(
            SqlState.CANNOT_CONNECT,
            "property "
                + property.propertyName()
                + " must be empty: a lake has no users, access is up to the object store");
      }
    }

    ReaderLease readerLease() throws SQLException {
      String value = text(ConnectionProperty.READER_LEASE);
      return switch (value) {
        case "auto" -> ReaderLease.AUTO;
        case "true" -> ReaderLease.TRUE;
        case "false" -> ReaderLease.FALSE;
        default -> throw malformed(ConnectionProperty.READER_LEASE, value, "auto, true or false");
      };
    }

    Optional<UUID> checkpoint() throws SQLException {
      String value = text(ConnectionProperty.CHECKPOINT);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      try {
        return Optional.of(UUID.fromString(value));
      } catch (IllegalArgumentException e) {
        throw malformed(ConnectionProperty.CHECKPOINT, value, "a UUID");
      }
    }

    Optional<Long> snapshot() throws SQLException {
      String value = text(ConnectionProperty.SNAPSHOT);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      if (!value.matches("[0-9]{1,18}")) {
        throw malformed(ConnectionProperty.SNAPSHOT, value, "a snapshot id such as 42");
      }
      return Optional.of(Long.valueOf(value));
    }

    Optional<Instant> snapshotTime() throws SQLException {
      String value = text(ConnectionProperty.SNAPSHOT_TIME);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          SettingTexts.instant(value)
              .orElseThrow(
                  () ->
                      malformed(
                          ConnectionProperty.SNAPSHOT_TIME,
                          value,
                          "a time with zone such as 2026-11-30T00:10:40.956145Z")));
    }

    Duration duration(ConnectionProperty property) throws SQLException {
      String value = text(property);
      return SettingTexts.duration(value)
          .orElseThrow(
              () -> malformed(property, value, "a duration such as 500ms, 10s, 5m or PT1.5S"));
    }

    long size(ConnectionProperty property) throws SQLException {
      String value = text(property);
      return SettingTexts.sizeBytes(value)
          .orElseThrow(() -> malformed(property, value, "a size such as 268435456, 256MB or 1GB"));
    }

    private static SQLException malformed(
        ConnectionProperty property, String value, String expected) {
      return SqlErrors.of(
          SqlState.CANNOT_CONNECT,
          "property " + property.propertyName() + " is '" + value + "'; expected " + expected);
    }
  }
}
