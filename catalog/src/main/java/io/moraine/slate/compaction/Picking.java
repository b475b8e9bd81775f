package io.moraine.slate.compaction;

import io.moraine.base.Bytes;
import io.moraine.slate.compaction.CompactionSpec.Tiered;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.slate.write.Trees;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Which tables are merged. By itself a compactor merges the oldest flushed tables of a tree once
 * there are {@code minSources}, and runs that follow one another once there are as many of which
 * none is more than {@code sizeThreshold} times larger than the newest of them. Source: SlateDB
 * {@code size_tiered_compaction.rs} at e0161973, which compares with the smallest newer one: there
 * a small run between large ones is never merged, and with one large batch a day runs become ever
 * more. Here of any {@code minSources} runs that follow one another one is larger than the newest
 * by the threshold, or they are merged; so their number grows with the logarithm of their size.
 */
final class Picking {
  private static final long GREATEST_RUN = 0xffff_ffffL;

  private final int minSources;
  private final int maxSources;
  private final double sizeThreshold;

  Picking(CompactorOptions options) {
    this.minSources = options.minSources();
    this.maxSources = options.maxSources();
    this.sizeThreshold = options.sizeThreshold();
  }

  /** What is to be merged by itself: of all trees the one with the most flushed tables first. */
  Optional<Tiered> sizeTiered(Manifest manifest, List<Compaction> others) {
    List<Bytes> byCrowd =
        CompactionRules.prefixes(manifest).stream()
            .sorted(
                Comparator.comparingInt((Bytes prefix) -> -Trees.of(manifest, prefix).l0().size()))
            .toList();
    return byCrowd.stream()
        .flatMap(prefix -> flushed(manifest, prefix, others).stream())
        .findFirst()
        .or(
            () ->
                byCrowd.stream()
                    .flatMap(prefix -> runs(manifest, prefix, others).stream())
                    .findFirst());
  }

  private Optional<Tiered> flushed(Manifest manifest, Bytes prefix, List<Compaction> others) {
    List<SsTableView> l0 = Trees.of(manifest, prefix).l0();
    if (l0.size() < minSources) {
      return Optional.empty();
    }
    List<SsTableView> oldest = l0.subList(Math.max(0, l0.size() - maxSources), l0.size());
    return possible(new Tiered(prefix, ids(oldest), List.of(), next(manifest, others)), others);
  }

  private Optional<Tiered> runs(Manifest manifest, Bytes prefix, List<Compaction> others) {
    List<SortedRun> runs = Trees.of(manifest, prefix).compacted();
    for (int from = 0; from + minSources <= runs.size(); from++) {
      int to = alikeUntil(runs, from);
      if (to - from >= minSources) {
        List<Long> oldest =
            runs.subList(Math.max(from, to - maxSources), to).stream().map(SortedRun::id).toList();
        long destination = oldest.get(oldest.size() - 1);
        return possible(new Tiered(prefix, List.of(), oldest, destination), others);
      }
    }
    return Optional.empty();
  }

  private int alikeUntil(List<SortedRun> runs, int from) {
    double largest = size(runs.get(from)) * sizeThreshold;
    int to = from + 1;
    while (to < runs.size() && size(runs.get(to)) <= largest) {
      to++;
    }
    return to;
  }

  /** Everything in the tree of the segment {@code prefix}, unless it is one run. */
  static Optional<Tiered> all(Manifest manifest, Bytes prefix, List<Compaction> others) {
    SsTableTree tree = Trees.of(manifest, prefix);
    if (tree.l0().isEmpty() && tree.compacted().size() <= 1) {
      return Optional.empty();
    }
    List<Long> runs = tree.compacted().stream().map(SortedRun::id).toList();
    long destination = runs.isEmpty() ? next(manifest, others) : runs.get(runs.size() - 1);
    return possible(new Tiered(prefix, ids(tree.l0()), runs, destination), others);
  }

  private static Optional<Tiered> possible(Tiered spec, List<Compaction> others) {
    return Optional.of(spec)
        .filter(each -> each.destination() <= GREATEST_RUN)
        .filter(each -> CompactionRules.conflict(each, others).isEmpty());
  }

  /** The id of a new run. */
  private static long next(Manifest manifest, List<Compaction> others) {
    LongStream planned =
        others.stream()
            .map(Compaction::spec)
            .filter(Tiered.class::isInstance)
            .mapToLong(each -> ((Tiered) each).destination());
    return LongStream.concat(CompactionRules.runIds(manifest), planned).max().orElse(-1) + 1;
  }

  private static List<Ulid> ids(List<SsTableView> views) {
    return views.stream().map(SsTableView::id).toList();
  }

  private static long size(SortedRun run) {
    return run.views().stream().mapToLong(Picking::size).sum();
  }

  /** About as large as the table is. */
  static long size(SsTableView view) {
    return view.table().info().index().end();
  }
}
