package io.moraine.driver.type;

/** Names of what the functions ask a statement's {@code DataContext} for, beyond Calcite's own. */
public final class SessionVariables {
  /** A {@code Long}: when the statement began, in microseconds since 1970-01-01 UTC. */
  public static final String NOW_MICROS = "moraine.nowMicros";

  /** A {@code String}: the default schema. */
  public static final String CURRENT_SCHEMA = "moraine.currentSchema";

  /** A {@code String}: the name of the catalog. */
  public static final String CURRENT_DATABASE = "moraine.currentDatabase";

  private SessionVariables() {}
}
