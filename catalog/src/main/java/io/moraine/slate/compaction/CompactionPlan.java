package io.moraine.slate.compaction;

import io.moraine.slate.compaction.CompactionSpec.Tiered;
import io.moraine.slate.manifest.Manifest;
import java.util.List;
import java.util.Optional;

/** Chooses what is merged next. Pure. */
@FunctionalInterface
interface CompactionPlan {
  /**
   * A compaction that keeps the rules, if one is wanted.
   *
   * @param others those that are not finished
   */
  Optional<Tiered> choose(Manifest manifest, List<Compaction> others);
}
