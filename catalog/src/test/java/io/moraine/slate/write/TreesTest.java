package io.moraine.slate.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.slate.format.CompressionFormat;
import io.moraine.slate.format.FilterFormat;
import io.moraine.slate.format.SsTableInfo;
import io.moraine.slate.format.SsTableInfo.Extent;
import io.moraine.slate.format.SstType;
import io.moraine.slate.format.Ulid;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.Segment;
import io.moraine.slate.manifest.SortedRun;
import io.moraine.slate.manifest.SsTableHandle;
import io.moraine.slate.manifest.SsTableTree;
import io.moraine.slate.manifest.SsTableView;
import io.moraine.testing.Manifests;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a writer and a compactor make of each other's manifests. */
class TreesTest {
  private static final Manifest EMPTY = Manifests.withCheckpoints(List.of());

  @Test
  void tablesThatWereCompactedMeanwhileAreCutOff() {
    Manifest own = tree(null, l0(5, 4, 3, 2, 1));
    Manifest remote = tree(3L, l0(4), run(0, 9));
    Manifest merged = Trees.merge(own, remote);
    assertThat(merged.tree()).isEqualTo(treeOf(3L, l0(5, 4), run(0, 9)));
  }

  @Test
  void aMarkerThatTheWriterDoesNotHaveCutsNothing() {
    Manifest own = tree(2L, l0(5, 4), run(0, 9));
    Manifest remote = tree(2L, l0(4), run(0, 9));
    assertThat(Trees.merge(own, remote).tree()).isEqualTo(treeOf(2L, l0(5, 4), run(0, 9)));
  }

  @Test
  void everyTableMayHaveBeenCompacted() {
    Manifest merged = Trees.merge(tree(null, l0(2, 1)), tree(2L, l0(), run(7, 9)));
    assertThat(merged.tree()).isEqualTo(treeOf(2L, l0(), run(7, 9)));
  }

  @Test
  void whatTheWriterOwnsStaysAndTheRestIsTheOthers() {
    Manifest own =
        EMPTY
            .change()
            .id(7)
            .writerEpoch(3)
            .walIdLastSeen(20)
            .flushed(10, 100, 5, EMPTY.sequenceTracker())
            .build();
    Checkpoint checkpoint = new Checkpoint(new UUID(1, 2), 4, 1, 0, null);
    Manifest remote =
        EMPTY
            .change()
            .id(9)
            .writerEpoch(3)
            .walIdLastSeen(15)
            .checkpoints(List.of(checkpoint))
            .build();
    Manifest merged = Trees.merge(own, remote);
    assertThat(merged).isEqualTo(own.change().id(9).checkpoints(List.of(checkpoint)).build());
  }

  @Test
  void segmentsAreMergedEachForItself() {
    Manifest own =
        segments(
            segment("a", null, l0(4, 2)), segment("b", null, l0(3, 1)), segment("d", null, l0(6)));
    Manifest remote =
        segments(
            segment("a", 2L, l0(), run(1, 9)),
            segment("b", null, l0(3, 1)),
            segment("c", null, List.of(), run(2, 8)));
    assertThat(Trees.merge(own, remote).segments())
        .containsExactly(
            segment("a", 2L, l0(4), run(1, 9)),
            segment("b", null, l0(3, 1)),
            segment("c", null, List.of(), run(2, 8)),
            segment("d", null, l0(6)));
  }

  @Test
  void aSegmentThatWasDrainedGoes() {
    Manifest own = segments(segment("a", null, l0(1)), segment("b", null, l0(2)));
    Manifest remote = segments(segment("a", 1L, l0()), segment("b", null, l0(2)));
    assertThat(Trees.merge(own, remote).segments()).containsExactly(segment("b", null, l0(2)));
  }

  @Test
  void aFlushAddsAtTheFront() {
    Manifest before =
        segments(segment("a", null, l0(2, 1)), segment("c", 5L, List.of(), run(0, 4)));
    Manifest after =
        Trees.push(
                before,
                Map.of(
                    Bytes.utf8("a"), view(7), Bytes.utf8("b"), view(8), Bytes.utf8("c"), view(9)))
            .build();
    assertThat(after.segments())
        .containsExactly(
            segment("a", null, l0(7, 2, 1)),
            segment("b", null, l0(8)),
            segment("c", 5L, l0(9), run(0, 4)));
    assertThat(Trees.push(tree(1L, l0(2)), Map.of(Bytes.EMPTY, view(3))).build().tree())
        .isEqualTo(treeOf(1L, l0(3, 2)));
  }

  @Test
  void theNewestTableIsAFlushedOneOrTheMarkerOfTheLastThatWas() {
    assertThat(Trees.newestFlushed(EMPTY)).isEqualTo(new Ulid(0, 0));
    assertThat(Trees.newestFlushed(tree(9L, l0(2, 1)))).isEqualTo(new Ulid(0, 2));
    assertThat(Trees.newestFlushed(tree(9L, l0()))).isEqualTo(new Ulid(0, 9));
    assertThat(
            Trees.newestFlushed(
                segments(segment("a", 6L, l0(), run(0, 3)), segment("b", null, l0(4)))))
        .isEqualTo(new Ulid(0, 6));
  }

  private static Manifest tree(@Nullable Long marker, List<SsTableView> l0, SortedRun... runs) {
    return EMPTY.change().trees(treeOf(marker, l0, runs), List.of()).build();
  }

  private static Manifest segments(Segment... segments) {
    return EMPTY.change().trees(SsTableTree.EMPTY, List.of(segments)).build();
  }

  private static Segment segment(
      String prefix, @Nullable Long marker, List<SsTableView> l0, SortedRun... runs) {
    return new Segment(Bytes.utf8(prefix), treeOf(marker, l0, runs));
  }

  private static SsTableTree treeOf(
      @Nullable Long marker, List<SsTableView> l0, SortedRun... runs) {
    return new SsTableTree(marker == null ? null : new Ulid(0, marker), l0, List.of(runs));
  }

  private static List<SsTableView> l0(long... ids) {
    return LongStream.of(ids).mapToObj(TreesTest::view).toList();
  }

  private static SortedRun run(long id, long table) {
    return new SortedRun(id, List.of(view(table)));
  }

  private static SsTableView view(long id) {
    Extent none = new Extent(0, 0);
    SsTableInfo info =
        new SsTableInfo(
            Bytes.utf8("a"),
            Bytes.utf8("b"),
            none,
            none,
            none,
            CompressionFormat.NONE,
            SstType.COMPACTED,
            FilterFormat.COMPOSITE,
            false);
    Ulid ulid = new Ulid(0, id);
    return new SsTableView(
        ulid, new SsTableHandle(ulid, "db/compacted/" + ulid, 2, Bytes.utf8("a"), info), null);
  }
}
