package io.moraine.model;

/** Whether a process that writes to a store also does a part of the store's upkeep. */
public enum Upkeep {
  /** While it has the writer role, and a while after, as far as there is something to do. */
  AUTO,
  /** Never by itself. */
  OFF
}
