package io.moraine.driver.type;

/** An execution that may have to stop. Its {@code DataContext} is one. */
public interface Interruptible {
  /** Fails if the execution was cancelled or ran out of time. */
  void checkRunning();
}
