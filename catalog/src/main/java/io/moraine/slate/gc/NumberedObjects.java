package io.moraine.slate.gc;

import io.moraine.slate.compaction.CompactionState;
import io.moraine.slate.gc.Deletions.Doomed;
import io.moraine.slate.gc.Round.Age;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.PutIds;
import io.moraine.slate.sequenced.SequencedMetadata;
import io.moraine.slate.sequenced.SequencedMetadata.Listed;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Collects numbered objects that were superseded: first the boundary is moved up to the highest
 * that goes, then they go. Those below it that checkpoints pin stay and can be read.
 */
final class NumberedObjects {
  private NumberedObjects() {}

  /** Manifests. */
  static void collectManifests(Round round, Deletions deletions) {
    Manifest latest = round.latest();
    Set<Long> pinned =
        latest.checkpoints().stream().map(Checkpoint::manifestId).collect(Collectors.toSet());
    collect(round, deletions, round.parts().manifests().metadata(), latest.id(), pinned);
  }

  /** States of compaction. */
  static void collectCompactionStates(Round round, Deletions deletions) {
    var unused = round.latest();
    Optional<CompactionState> latest = round.parts().compactions().readLatest();
    if (latest.isPresent()) {
      SequencedMetadata states = round.parts().compactions().metadata();
      collect(round, deletions, states, latest.get().id(), Set.of());
    }
  }

  private static void collect(
      Round round,
      Deletions deletions,
      SequencedMetadata objects,
      long latestId,
      Set<Long> pinned) {
    Age age = round.age(deletions.kind());
    List<Listed> all = objects.list();
    deletions.seen(all.size());
    List<Listed> dead =
        deletions.limited(
            all.stream()
                .filter(each -> Long.compareUnsigned(each.id(), latestId) < 0)
                .filter(each -> age.isReachedBy(each.meta()))
                .filter(each -> !pinned.contains(each.id()))
                .toList());
    if (!dead.isEmpty() && !round.options().dryRun()) {
      long highest = dead.get(dead.size() - 1).id();
      deletions.boundary(objects.advanceBoundary(highest, PutIds.next(round.parts().ids())));
    } else {
      deletions.boundary(objects.figures().boundary());
    }
    deletions.delete(
        dead.stream().map(each -> new Doomed<>(each.id(), each.meta())).toList(), objects::delete);
  }
}
