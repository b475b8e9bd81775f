package io.moraine.commit;

import java.util.Locale;

/** What a simulated commit does; told by its label. */
enum SimulatedKind {
  /** Adds a data file, as staged rows. */
  ROWS,
  /** Adds a data file, by a verb. */
  FILE,
  /** Creates a table. */
  TABLE,
  /** Drops a table that a commit of this simulation created, if there is one. */
  DROP,
  /** Sets the comment of the table that was there first. */
  TAG,
  /** Sets the option, as a staged row: adds no snapshot. */
  OPTION_ROW,
  /** Sets the option, by a verb. */
  OPTION,
  /** Forgets old snapshots, as staged rows: adds none. */
  EXPIRE;

  /** The label of a commit of this kind. */
  String label(String name) {
    return name + " " + name().toLowerCase(Locale.ROOT);
  }

  /** Whether {@code label} is of a commit of this kind. */
  boolean made(String label) {
    return label.endsWith(" " + name().toLowerCase(Locale.ROOT));
  }

  /** Whether {@code label} is of a commit that added a data file. */
  static boolean isFile(String label) {
    return ROWS.made(label) || FILE.made(label);
  }

  /** Whether it sets the option, to a value that is its label. */
  boolean setsOption() {
    return this == OPTION_ROW || this == OPTION;
  }

  /** Whether commits of this kind add a snapshot. */
  boolean addsSnapshot() {
    return !setsOption() && this != EXPIRE;
  }

  /** Whether it is committed as staged rows, which conflict with everything. */
  boolean isStaged() {
    return this == ROWS || this == OPTION_ROW || this == EXPIRE;
  }
}
