package io.moraine.slate.compaction;

import io.moraine.slate.compaction.CompactionSpec.Tiered;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.write.Trees;
import java.util.List;

/**
 * A compaction that was begun: others know of it.
 *
 * @param entry what the state of compaction tells of it
 * @param spec what it does
 * @param manifest as it was after that was told
 * @param asked whether somebody else asked for it
 */
record Job(Compaction entry, Tiered spec, Manifest manifest, boolean asked) {
  /** The tables that it merges, in a tree of their own. */
  SsTableTree sources() {
    SsTableTree tree = tree();
    List<SsTableView> l0 =
        tree.l0().stream().filter(view -> spec.l0().contains(view.id())).toList();
    List<SortedRun> runs =
        tree.compacted().stream().filter(run -> spec.runs().contains(run.id())).toList();
    return new SsTableTree(null, l0, runs);
  }

  SsTableTree tree() {
    return Trees.of(manifest, spec.segment());
  }
}
