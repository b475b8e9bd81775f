package io.moraine.slate.write;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.ManifestBuilder;
import io.moraine.slate.manifest.Segment;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a manifest's trees. The writer owns the lists of flushed tables and adds at their
 * front; compactors own the sorted runs and the markers that tell which flushed tables those hold.
 * Source: SlateDB {@code db_state.rs}, {@code manifest/mod.rs} at e0161973.
 */
public final class Trees {
  private static final Ulid NO_TABLE = new Ulid(0, 0);

  private Trees() {}

  /** The tree of the segment {@code prefix}, without segments the one tree. */
  public static SsTableTree of(Manifest manifest, Bytes prefix) {
    if (prefix.isEmpty()) {
      return manifest.tree();
    }
    return manifest.segments().stream()
        .filter(segment -> segment.prefix().equals(prefix))
        .map(Segment::tree)
        .findFirst()
        .orElse(SsTableTree.EMPTY);
  }

  /**
   * What follows from the manifest that the writer knows and one that others wrote since: their
   * runs, markers, checkpoints and epochs, and everything else as the writer has it.
   */
  static Manifest merge(Manifest own, Manifest remote) {
    ManifestBuilder merged = remote.change().ownedByWriter(own);
    SortedMap<Bytes, SsTableTree> mine = bySegment(own);
    SortedMap<Bytes, SsTableTree> segments = new TreeMap<>(bySegment(remote));
    segments.replaceAll(
        (prefix, tree) -> merge(mine.getOrDefault(prefix, SsTableTree.EMPTY), tree));
    mine.forEach(
        (prefix, tree) ->
            segments.computeIfAbsent(prefix, absent -> merge(tree, SsTableTree.EMPTY)));
    return merged.trees(merge(own.tree(), remote.tree()), listed(segments)).build();
  }

  private static SsTableTree merge(SsTableTree own, SsTableTree remote) {
    return new SsTableTree(
        remote.lastCompactedL0(), cut(own.l0(), remote.lastCompactedL0()), remote.compacted());
  }

  /** The tables before the one that {@code marker} names: it and all older ones are in runs. */
  static List<SsTableView> cut(List<SsTableView> l0, @Nullable Ulid marker) {
    return l0.stream().takeWhile(view -> !view.id().equals(marker)).toList();
  }

  /** The manifest with one more flushed table in each of some segments. */
  static ManifestBuilder push(Manifest manifest, Map<Bytes, SsTableView> flushed) {
    SsTableTree root = manifest.tree();
    SortedMap<Bytes, SsTableTree> segments = bySegment(manifest);
    for (Map.Entry<Bytes, SsTableView> each : flushed.entrySet()) {
      if (each.getKey().isEmpty()) {
        root = push(root, each.getValue());
      } else {
        SsTableTree before = segments.getOrDefault(each.getKey(), SsTableTree.EMPTY);
        segments.put(each.getKey(), push(before, each.getValue()));
      }
    }
    return manifest.change().trees(root, listed(segments));
  }

  /**
   * The manifest with another tree for the segment {@code prefix}. A segment that has no tables any
   * more stays: its marker tells the writer what became of them, who then leaves it out.
   */
  public static ManifestBuilder replace(Manifest manifest, Bytes prefix, SsTableTree tree) {
    if (prefix.isEmpty()) {
      return manifest.change().trees(tree, manifest.segments());
    }
    SortedMap<Bytes, SsTableTree> segments = bySegment(manifest);
    segments.put(prefix, tree);
    return manifest
        .change()
        .trees(
            manifest.tree(),
            segments.entrySet().stream()
                .map(each -> new Segment(each.getKey(), each.getValue()))
                .toList());
  }

  private static SsTableTree push(SsTableTree tree, SsTableView newest) {
    List<SsTableView> l0 = new ArrayList<>(tree.l0().size() + 1);
    l0.add(newest);
    l0.addAll(tree.l0());
    return new SsTableTree(tree.lastCompactedL0(), l0, tree.compacted());
  }

  private static SortedMap<Bytes, SsTableTree> bySegment(Manifest manifest) {
    SortedMap<Bytes, SsTableTree> trees = new TreeMap<>();
    manifest.segments().forEach(segment -> trees.put(segment.prefix(), segment.tree()));
    return trees;
  }

  /** Segments without any table are left out: a compactor that drained one waits for that. */
  private static List<Segment> listed(SortedMap<Bytes, SsTableTree> trees) {
    return trees.entrySet().stream()
        .filter(each -> !isEmpty(each.getValue()))
        .map(each -> new Segment(each.getKey(), each.getValue()))
        .toList();
  }

  private static boolean isEmpty(SsTableTree tree) {
    return tree.l0().isEmpty() && tree.compacted().isEmpty();
  }

  /** The newest table that was ever flushed to any tree, as far as trees tell. */
  static Ulid newestFlushed(Manifest manifest) {
    return Stream.concat(
            Stream.of(manifest.tree()), manifest.segments().stream().map(Segment::tree))
        .map(Trees::newestFlushed)
        .max(Comparator.naturalOrder())
        .orElse(NO_TABLE);
  }

  private static Ulid newestFlushed(SsTableTree tree) {
    return tree.l0().stream()
        .map(view -> view.table().id())
        .max(Comparator.naturalOrder())
        .orElseGet(() -> tree.lastCompactedL0() == null ? NO_TABLE : tree.lastCompactedL0());
  }
}
