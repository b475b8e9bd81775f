package io.moraine.driver.jdbc;

import io.moraine.driver.error.SqlErrors;
import io.moraine.driver.error.SqlState;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.S3Options;
import io.moraine.model.S3Settings;
import io.moraine.model.SettingTexts;
import io.moraine.model.TakeOver;
import io.moraine.model.Upkeep;
import io.moraine.model.WriterSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** The properties that were given, read, with defaults for the others. */
final class PropertyReader {
  private final Map<ConnectionProperty, String> given;

  PropertyReader(Map<ConnectionProperty, String> given) {
    this.given = given;
  }

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

  /** Whether anything may be written, if it was said. */
  Optional<Access> access() throws SQLException {
    String value = text(ConnectionProperty.ACCESS);
    return switch (value) {
      case "" -> Optional.empty();
      case "read_only" -> Optional.of(Access.READ_ONLY);
      case "read_write" -> Optional.of(Access.READ_WRITE);
      default -> throw malformed(ConnectionProperty.ACCESS, value, "read_only or read_write");
    };
  }

  /** How S3 is reached; only a location there may say. */
  S3Options s3(String location) throws SQLException {
    Map<String, String> settings = new TreeMap<>();
    given.forEach(
        (property, value) -> {
          if (property.isOfS3() && !value.isEmpty()) {
            settings.put(property.propertyName(), value);
          }
        });
    try {
      return S3Settings.read(location, settings);
    } catch (CatalogException e) {
      throw SqlErrors.of(SqlState.CANNOT_CONNECT, String.valueOf(e.getMessage()), e);
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

  WriterSettings writer() throws SQLException {
    return new WriterSettings(
            takeOver(),
            duration(ConnectionProperty.TAKE_OVER_WAIT).orElseThrow(),
            duration(ConnectionProperty.WRITER_IDLE).orElseThrow())
        .withCompactor(upkeep(ConnectionProperty.COMPACTOR))
        .withCollector(upkeep(ConnectionProperty.COLLECTOR))
        .withCollectorMinAge(duration(ConnectionProperty.COLLECTOR_MIN_AGE).orElseThrow());
  }

  private Upkeep upkeep(ConnectionProperty property) throws SQLException {
    String value = text(property);
    return switch (value) {
      case "auto" -> Upkeep.AUTO;
      case "off" -> Upkeep.OFF;
      default -> throw malformed(property, value, "auto or off");
    };
  }

  private TakeOver takeOver() throws SQLException {
    String value = text(ConnectionProperty.TAKE_OVER);
    return switch (value) {
      case "idle" -> TakeOver.IDLE;
      case "force" -> TakeOver.FORCE;
      case "never" -> TakeOver.NEVER;
      default -> throw malformed(ConnectionProperty.TAKE_OVER, value, "idle, force or never");
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

  /** A duration, unless it has no default and was not given. */
  Optional<Duration> duration(ConnectionProperty property) throws SQLException {
    String value = text(property);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        SettingTexts.duration(value)
            .orElseThrow(
                () -> malformed(property, value, "a duration such as 500ms, 10s, 5m or PT1.5S")));
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
