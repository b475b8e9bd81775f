package io.moraine.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.base.Background;
import org.jspecify.annotations.Nullable;

/** A background task that is started when it is first wanted, and woken from then on. */
final class OnDemandTask implements AutoCloseable {
  private final Background background;
  private final String name;
  private final Background.Step step;

  @GuardedBy("this")
  private Background.@Nullable Task task;

  @GuardedBy("this")
  private boolean closed;

  OnDemandTask(Background background, String name, Background.Step step) {
    this.background = background;
    this.name = name;
    this.step = step;
  }

  /** Has the step run soon, unless the task was closed. */
  synchronized void wake() {
    if (closed) {
      return;
    }
    if (task == null) {
      task = background.start(name, step);
    } else {
      task.wake();
    }
  }

  /** No step begins from now on. Does not wait for one that runs. */
  @Override
  public synchronized void close() {
    closed = true;
    if (task != null) {
      task.close();
      task = null;
    }
  }
}
