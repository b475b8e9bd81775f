package io.moraine.slate.manifest;

import java.util.List;

/**
 * A change of the checkpoints of a manifest. Pure: it is asked again for each attempt, with the
 * manifest that the attempt builds on.
 */
@FunctionalInterface
public interface CheckpointEdit {
  /**
   * The checkpoints of the successor of {@code base}, which will be numbered {@code nextId}.
   *
   * <p>May throw, to give the change up: nothing is written then.
   */
  List<Checkpoint> apply(Manifest base, long nextId);
}
