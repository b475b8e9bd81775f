package io.moraine.slate.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.slate.compaction.Compaction.Status;
import io.moraine.slate.compaction.CompactionSpec.Tiered;
import io.moraine.slate.format.CompressionFormat;
import io.moraine.slate.format.FilterFormat;
import io.moraine.slate.format.SsTableInfo;
import io.moraine.slate.format.SsTableInfo.Extent;
import io.moraine.slate.format.SstType;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.Segment;
import io.moraine.slate.manifest.SequenceTracker;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableHandle;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What every choice must be, in trees of random shape. */
class PickingTest {
  private static final long SEED = 5;
  private static final int MIN = 4;
  private static final int MAX = 8;
  private static final Picking PICKING =
      new Picking(CompactorOptions.of(Clock.SYSTEM, IdSource.SYSTEM, List.of()));

  private long nextId = 1;

  @Test
  void choicesByThemselvesKeepTheRulesAndMissNothing() {
    int chosen = 0;
    for (int round = 0; round < 3000; round++) {
      String context = "seed " + (SEED + round);
      Manifest manifest = manifest(new SplittableRandom(SEED + round));
      Optional<Tiered> spec = PICKING.sizeTiered(manifest, List.of());
      if (spec.isPresent()) {
        chosen++;
        checkRules(context, manifest, spec.get());
        checkShape(context, manifest, spec.get());
      } else {
        checkNothingIsDue(context, manifest);
      }
    }
    assertThat(chosen).isBetween(1000, 2900);
  }

  @Test
  void everythingIsTakenWhereThatIsAskedFor() {
    for (int round = 0; round < 1000; round++) {
      String context = "seed " + (SEED + round);
      Manifest manifest = manifest(new SplittableRandom(SEED + round));
      trees(manifest)
          .forEach(
              (prefix, tree) -> {
                Optional<Tiered> spec = Picking.all(manifest, prefix, List.of());
                assertThat(spec.isPresent())
                    .as(context)
                    .isEqualTo(!tree.l0().isEmpty() || tree.compacted().size() > 1);
                spec.ifPresent(
                    each -> {
                      checkRules(context, manifest, each);
                      assertThat(each.l0()).as(context).hasSameSizeAs(tree.l0());
                      assertThat(each.runs()).as(context).hasSameSizeAs(tree.compacted());
                    });
              });
    }
  }

  @Test
  void whatIsUnderWayIsLeftAlone() {
    Manifest manifest = manifest(List.of(), tree(9, 1, 1));
    Tiered first = PICKING.sizeTiered(manifest, List.of()).orElseThrow();
    Compaction running =
        new Compaction(new Ulid(9, 9), first, Status.RUNNING, List.of(), null, null);
    assertThat(PICKING.sizeTiered(manifest, List.of(running))).isEmpty();
    Tiered elsewhere = new Tiered(Bytes.utf8("other"), List.of(), List.of(), first.destination());
    Compaction other =
        new Compaction(new Ulid(9, 9), elsewhere, Status.RUNNING, List.of(), null, null);
    assertThat(PICKING.sizeTiered(manifest, List.of(other)))
        .map(Tiered::destination)
        .hasValue(first.destination() + 1);
  }

  @Test
  void theFirstRunHasNumberZero() {
    assertThat(PICKING.sizeTiered(manifest(List.of(), tree(4)), List.of()))
        .map(Tiered::destination)
        .hasValue(0L);
  }

  @Test
  void runsOfOtherSizesAreNotMerged() {
    assertThat(PICKING.sizeTiered(manifest(List.of(), tree(0, 1, 5, 26, 140)), List.of()))
        .isEmpty();
    assertThat(PICKING.sizeTiered(manifest(List.of(), tree(0, 1, 2, 3, 4)), List.of()))
        .map(Tiered::runs)
        .hasValueSatisfying(runs -> assertThat(runs).hasSize(4));
    assertThat(PICKING.sizeTiered(manifest(List.of(), tree(0, 1, 10, 11, 12, 13)), List.of()))
        .map(Tiered::runs)
        .hasValueSatisfying(runs -> assertThat(runs).hasSize(4));
  }

  /** Else a lake that gets one large batch a day has more and more runs. */
  @Test
  void smallRunsBetweenLargeOnesAreMergedWithThem() {
    assertThat(PICKING.sizeTiered(manifest(List.of(), tree(0, 10, 5, 1, 10, 5, 1)), List.of()))
        .map(Tiered::runs)
        .hasValueSatisfying(runs -> assertThat(runs).hasSize(6));
  }

  /** The rules as the format's description has them, told once more. */
  private static void checkRules(String context, Manifest manifest, Tiered spec) {
    assertThat(CompactionRules.objection(manifest, spec)).as(context).isEmpty();
    Map<Bytes, SsTableTree> trees = trees(manifest);
    SsTableTree tree = Objects.requireNonNull(trees.get(spec.segment()), context);
    List<Object> all = new ArrayList<>(tree.l0().stream().map(SsTableView::id).toList());
    all.addAll(tree.compacted().stream().map(SortedRun::id).toList());
    List<Object> sources = new ArrayList<>(spec.l0());
    sources.addAll(spec.runs());
    int from = all.indexOf(sources.get(0));
    assertThat(all.subList(from, from + sources.size())).as(context).isEqualTo(sources);
    if (!spec.l0().isEmpty()) {
      assertThat(tree.l0().get(tree.l0().size() - 1).id())
          .as(context + ": the oldest flushed table")
          .isEqualTo(spec.l0().get(spec.l0().size() - 1));
    }
    long greatest =
        trees.values().stream()
            .flatMap(each -> each.compacted().stream())
            .mapToLong(SortedRun::id)
            .max()
            .orElse(-1);
    if (spec.runs().isEmpty()) {
      assertThat(spec.destination()).as(context).isEqualTo(greatest + 1);
    } else {
      assertThat(spec.destination())
          .as(context)
          .isEqualTo(spec.runs().stream().mapToLong(Long::longValue).min().orElseThrow());
    }
  }

  private static void checkShape(String context, Manifest manifest, Tiered spec) {
    assertThat(spec.l0().size() + spec.runs().size()).as(context).isBetween(MIN, MAX);
    assertThat(spec.l0().isEmpty()).as(context).isNotEqualTo(spec.runs().isEmpty());
    if (!spec.runs().isEmpty()) {
      SsTableTree tree = Objects.requireNonNull(trees(manifest).get(spec.segment()));
      List<Long> sizes =
          tree.compacted().stream()
              .filter(run -> spec.runs().contains(run.id()))
              .map(PickingTest::size)
              .toList();
      // Of more than may be merged at once the newest ones are left.
      long newest =
          sizes.size() < MAX
              ? sizes.get(0)
              : tree.compacted().stream().mapToLong(PickingTest::size).max().orElseThrow();
      assertThat(sizes).as(context).allMatch(size -> size <= 4 * newest);
    }
  }

  private static void checkNothingIsDue(String context, Manifest manifest) {
    for (SsTableTree tree : trees(manifest).values()) {
      assertThat(tree.l0()).as(context).hasSizeLessThan(MIN);
      List<SortedRun> runs = tree.compacted();
      for (int from = 0; from + MIN <= runs.size(); from++) {
        List<Long> sizes = runs.subList(from, from + MIN).stream().map(PickingTest::size).toList();
        long most = 4 * sizes.get(0);
        assertThat(sizes.stream().allMatch(size -> size <= most)).as(context).isFalse();
      }
    }
  }

  private static long size(SortedRun run) {
    return run.views().stream().mapToLong(Picking::size).sum();
  }

  private static Map<Bytes, SsTableTree> trees(Manifest manifest) {
    Map<Bytes, SsTableTree> trees = new TreeMap<>();
    if (manifest.segments().isEmpty()) {
      trees.put(Bytes.EMPTY, manifest.tree());
    }
    manifest.segments().forEach(each -> trees.put(each.prefix(), each.tree()));
    return trees;
  }

  private Manifest manifest(SplittableRandom random) {
    List<Segment> segments = new ArrayList<>();
    int count = random.nextInt(4);
    long run = 40;
    for (int i = 0; i < count; i++) {
      segments.add(new Segment(Bytes.utf8("s" + i), tree(random, run)));
      run -= 10;
    }
    return manifest(segments, count == 0 ? tree(random, run) : SsTableTree.EMPTY);
  }

  private SsTableTree tree(SplittableRandom random, long greatestRun) {
    int l0 = random.nextInt(random.nextInt(3) == 0 ? 12 : 4);
    long[] sizes = new long[random.nextInt(9)];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = 1L << random.nextInt(12);
    }
    return tree(l0, greatestRun, sizes);
  }

  private SsTableTree tree(int l0, long... sizes) {
    return tree(l0, sizes.length, sizes);
  }

  private SsTableTree tree(int l0, long greatestRun, long[] sizes) {
    List<SsTableView> flushed = new ArrayList<>();
    for (int i = 0; i < l0; i++) {
      flushed.add(view(100));
    }
    List<SortedRun> runs = new ArrayList<>();
    for (int i = 0; i < sizes.length; i++) {
      runs.add(new SortedRun(greatestRun - i, List.of(view(sizes[i]))));
    }
    return new SsTableTree(null, flushed, runs);
  }

  private SsTableView view(long size) {
    Ulid id = new Ulid(1, nextId++);
    SsTableInfo info =
        new SsTableInfo(
            Bytes.utf8("a"),
            Bytes.utf8("b"),
            new Extent(0, size),
            new Extent(0, 0),
            new Extent(0, 0),
            CompressionFormat.NONE,
            SstType.COMPACTED,
            FilterFormat.COMPOSITE,
            false);
    return new SsTableView(id, new SsTableHandle(id, "t", 2, Bytes.utf8("a"), info), null);
  }

  private static Manifest manifest(List<Segment> segments, SsTableTree tree) {
    return new Manifest(
        1,
        2,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        new SequenceTracker(Bytes.EMPTY, List.of()),
        List.of(),
        List.of(),
        tree,
        segments,
        segments.isEmpty() ? null : "test",
        null,
        false);
  }
}
