package io.moraine.read;

import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import java.util.List;

/**
 * What a manifest update does to the leases of this process: those in use are renewed, or written
 * if a publication protected their readers so far; others are given up; leases of anybody that
 * expired long ago are dropped. One use each, by one thread; its end must be told.
 */
public interface LeaseChange {
  /**
   * The checkpoints with the change. Asked again for each attempt.
   *
   * @param checkpoints of the manifest about to be written, which may lack some of {@code base}'s
   * @param base the manifest that the attempt builds on
   */
  List<Checkpoint> apply(List<Checkpoint> checkpoints, Manifest base);

  /** The manifest of the last attempt is in force. */
  void written();

  /** It came to nothing, or that cannot be told. */
  void failed();
}
