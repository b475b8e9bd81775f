package io.moraine.driver.transaction;

/** When a transaction ends. */
public enum CommitMode {
  /** Each statement is a transaction of its own, for as long as its result is open. */
  AUTOMATIC,
  /** A transaction begins with the first statement and ends with commit or rollback. */
  EXPLICIT
}
