package io.moraine.driver.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The connection properties: each has one name, in the URL and in {@code java.util.Properties}.
 * There are no others, and none of them names a class or a file.
 */
@SuppressWarnings("ImmutableEnumChecker") // the list is a copy made by List.of
public enum ConnectionProperty {
  /** Whether readers protect what they read by a lease. */
  READER_LEASE(
      "readerLease",
      "auto",
      "Whether readers protect what they read by a lease in the store; this version writes none",
      "auto",
      "true",
      "false"),
  /** The checkpoint to read through. */
  CHECKPOINT(
      "checkpoint", "", "UUID of the checkpoint to read through, instead of the newest state"),
  /** How old a known revision may be. */
  FRESHNESS(
      "freshness",
      "0s",
      "How old the newest known revision may be for a new transaction to use it unasked"),
  /** Most time to find a revision. */
  ACQUISITION_TIMEOUT("acquisitionTimeout", "15s", "Most time to open a revision"),
  /** The snapshot to show. */
  SNAPSHOT("snapshot", "", "Id of the snapshot that statements show, instead of the newest"),
  /** The time to show. */
  SNAPSHOT_TIME(
      "snapshotTime",
      "",
      "Time with zone; statements show the last snapshot committed then or before"),
  /** The default schema. */
  SCHEMA("schema", "metadata", "Schema of unqualified table names"),
  /** Working memory. */
  WORKING_MEMORY(
      "workingMemory", "256MB", "Most memory for replayed write-ahead logs and pages of cursors"),
  /** Block cache. */
  BLOCK_CACHE(
      "blockCache",
      "256MB",
      "Budget of the block cache of the process; the first connection fixes it"),
  /** Time limit of statements. */
  STATEMENT_TIMEOUT(
      "statementTimeout", "0s", "Time limit of statements that set none; zero is no limit"),
  /** Accepted empty. */
  USER("user", "", "Must be empty: a lake has no users of its own"),
  /** Accepted empty. */
  PASSWORD("password", "", "Must be empty: a lake has no users of its own");

  private final String propertyName;
  private final String defaultValue;
  private final String description;
  private final List<String> choices;

  ConnectionProperty(
      String propertyName, String defaultValue, String description, String... choices) {
    this.propertyName = propertyName;
    this.defaultValue = defaultValue;
    this.description = description;
    this.choices = List.of(choices);
  }

  /** The name in URLs and {@code Properties}; upper and lower case matter. */
  public String propertyName() {
    return propertyName;
  }

  /** The text that stands for the default. */
  public String defaultValue() {
    return defaultValue;
  }

  /** What it means, in one sentence. */
  public String description() {
    return description;
  }

  /** The possible values; empty if they cannot be listed. */
  public List<String> choices() {
    return choices;
  }

  static Optional<ConnectionProperty> find(String name) {
    return Arrays.stream(values()).filter(each -> each.propertyName.equals(name)).findFirst();
  }

  static String names() {
    return Arrays.stream(values())
        .map(ConnectionProperty::propertyName)
        .collect(Collectors.joining(", "));
  }
}
