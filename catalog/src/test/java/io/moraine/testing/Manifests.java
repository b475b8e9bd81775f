package io.moraine.testing;

import io.moraine.base.Bytes;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SequenceTracker;
import io.moraine.slate.manifest.SsTableTree;
import java.util.List;

/** Manifests that no store holds. */
public final class Manifests {
  private Manifests() {}

  /** A manifest of a store without tables. */
  public static Manifest withCheckpoints(List<Checkpoint> checkpoints) {
    return new Manifest(
        49,
        2,
        1,
        0,
        0,
        0,
        Long.MIN_VALUE,
        0,
        0,
        new SequenceTracker(Bytes.EMPTY, List.of()),
        List.of(),
        checkpoints,
        new SsTableTree(null, List.of(), List.of()),
        List.of(),
        null,
        null,
        false);
  }
}
