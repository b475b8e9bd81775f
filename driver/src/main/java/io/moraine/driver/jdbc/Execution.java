package io.moraine.driver.jdbc;

/** What a statement is running. Both methods are for any thread. */
interface Execution {
  /** Makes it fail with state CANCELLED, now or when it next does something. */
  void cancel();

  /** Cancels it and gives up what it holds. */
  void close();
}
