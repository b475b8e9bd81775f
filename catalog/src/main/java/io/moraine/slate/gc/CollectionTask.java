package io.moraine.slate.gc;

/** Collects garbage of one kind. */
@FunctionalInterface
interface CollectionTask {
  /** Does it. What it throws ends this task, not the others. */
  void run(Round round, Deletions deletions);
}
