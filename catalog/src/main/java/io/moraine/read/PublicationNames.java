package io.moraine.read;

import io.moraine.slate.manifest.Checkpoint;

/** How publications are called among the checkpoints of a manifest. */
public final class PublicationNames {
  /** One of a writer that is at work. */
  public static final String OPEN = "moraine-publication";

  /** The last one of a writer that gave the role up. */
  public static final String CLOSED = "moraine-publication-closed";

  private PublicationNames() {}

  /** Whether a checkpoint is a publication. */
  public static boolean isOne(Checkpoint checkpoint) {
    return OPEN.equals(checkpoint.name()) || CLOSED.equals(checkpoint.name());
  }
}
