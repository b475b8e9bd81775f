package io.moraine.slate.compaction;

import io.moraine.base.Bytes;
import io.moraine.slate.compaction.CompactionSpec.Tiered;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.Segment;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.write.Trees;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What must hold of every compaction, when it begins and when it is committed. Source: SlateDB
 * {@code compactor_state.rs}, {@code compactor.rs} at e0161973; that flushed tables must be taken
 * to the oldest follows from how writers cut their lists.
 */
final class CompactionRules {
  private CompactionRules() {}

  /** What is wrong with {@code spec}, if anything is. */
  static Optional<String> objection(Manifest manifest, Tiered spec) {
    SsTableTree tree = Trees.of(manifest, spec.segment());
    if (spec.l0().isEmpty() && spec.runs().isEmpty()) {
      return Optional.of("it has no sources");
    }
    if (!takesOldest(tree, spec.l0())) {
      return Optional.of("its flushed tables are not the oldest ones of their tree");
    }
    if (!takesWindow(tree, spec)) {
      return Optional.of("its runs do not follow one another, and its flushed tables");
    }
    return isDestination(manifest, spec)
        ? Optional.empty()
        : Optional.of("run " + spec.destination() + " cannot be where it leads");
  }

  private static boolean takesOldest(SsTableTree tree, List<Ulid> l0) {
    List<Ulid> all = tree.l0().stream().map(SsTableView::id).toList();
    return all.size() >= l0.size() && all.subList(all.size() - l0.size(), all.size()).equals(l0);
  }

  private static boolean takesWindow(SsTableTree tree, Tiered spec) {
    if (spec.runs().isEmpty()) {
      return true;
    }
    List<Long> all = tree.compacted().stream().map(SortedRun::id).toList();
    int from = all.indexOf(spec.runs().get(0));
    int to = from + spec.runs().size();
    return from >= 0
        && (spec.l0().isEmpty() || from == 0)
        && to <= all.size()
        && all.subList(from, to).equals(spec.runs());
  }

  private static boolean isDestination(Manifest manifest, Tiered spec) {
    if (!spec.runs().isEmpty()) {
      return spec.runs().get(spec.runs().size() - 1) == spec.destination();
    }
    OptionalLong greatest = runIds(manifest).max();
    return greatest.isEmpty() || spec.destination() > greatest.getAsLong();
  }

  /** What keeps {@code spec} from being done beside {@code others}, if anything does. */
  static Optional<String> conflict(Tiered spec, List<Compaction> others) {
    for (Compaction each : others) {
      CompactionSpec other = each.spec();
      if (other instanceof Tiered tiered && tiered.destination() == spec.destination()) {
        return Optional.of("compaction " + each.id() + " leads to the same run");
      }
      if (other.segment().equals(spec.segment())) {
        return Optional.of("compaction " + each.id() + " is of the same tree");
      }
    }
    return Optional.empty();
  }

  /** Whether the manifest has what {@code spec} makes, as far as it tells. */
  static boolean isApplied(Manifest manifest, Tiered spec) {
    SsTableTree tree = Trees.of(manifest, spec.segment());
    List<Long> runs = tree.compacted().stream().map(SortedRun::id).toList();
    boolean gone =
        tree.l0().stream().map(SsTableView::id).noneMatch(spec.l0()::contains)
            && spec.runs().stream()
                .noneMatch(each -> each != spec.destination() && runs.contains(each));
    boolean hadOthers = !spec.l0().isEmpty() || spec.runs().size() > 1;
    return gone && hadOthers && runs.contains(spec.destination());
  }

  /** Whether nothing lies under the run that {@code spec} makes. */
  static boolean isAtBottom(SsTableTree tree, Tiered spec) {
    List<SortedRun> runs = tree.compacted();
    return runs.isEmpty() || runs.get(runs.size() - 1).id() == spec.destination();
  }

  /** The ids of all runs, of all trees. */
  static LongStream runIds(Manifest manifest) {
    return Stream.concat(
            Stream.of(manifest.tree()), manifest.segments().stream().map(Segment::tree))
        .flatMap(tree -> tree.compacted().stream())
        .mapToLong(SortedRun::id);
  }

  /** The prefixes of all trees that are read; empty for the one tree. */
  static List<Bytes> prefixes(Manifest manifest) {
    return manifest.segments().isEmpty()
        ? List.of(Bytes.EMPTY)
        : manifest.segments().stream().map(Segment::prefix).toList();
  }
}
