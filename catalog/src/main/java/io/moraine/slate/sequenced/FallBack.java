package io.moraine.slate.sequenced;

/** Why a folder had to be listed. */
public enum FallBack {
  /** Nothing was known yet. */
  COLD,
  /** There were more new objects than are asked for one by one. */
  MANY_NEW,
  /** The folder was not listed for as long as a remembered object may go unconfirmed. */
  CONFIRMATION,
  /** There was reason to doubt what was remembered. */
  DISTRUST,
  /** The remembered object was deleted. */
  DELETION,
  /** The remembered object was dead by the boundary. */
  BOUNDARY,
  /** The remembered object could not be understood. */
  DAMAGE,
  /** What the folder had listed was gone when it was read. */
  VANISHED
}
