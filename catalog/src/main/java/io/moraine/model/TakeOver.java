package io.moraine.model;

/** Whether the writer role is taken from another process. */
public enum TakeOver {
  /** If that process is idle, or gave the role up. */
  IDLE,
  /** Always; a commit that it has under way fails. */
  FORCE,
  /** Never, unless nobody has it. */
  NEVER
}
