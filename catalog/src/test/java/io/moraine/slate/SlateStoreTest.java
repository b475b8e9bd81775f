package io.moraine.slate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.format.BytesBound;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.ReadFigures;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.read.WalTail;
import io.moraine.testing.Fixtures;
import io.moraine.testing.OnceDamagedObjectStore;
import io.moraine.testing.OverlayObjectStore;
import io.moraine.testing.Stores;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What reading costs, and what is refused. */
class SlateStoreTest {
  private static final StoreLayout DB = new StoreLayout("db");

  /** The kind with a table of 34 MB in the lake of 100,000 files. */
  private static final BytesRange LARGE_TABLE = BytesRange.prefix(Bytes.fromHex("04"));

  @Test
  void aSmallTableIsReadWithOneRequest() {
    ReferenceStore fixture = ReferenceStore.load("small-blocks");
    SlateStore store = Stores.slate(fixture.objects(), DB, fixture.options());
    SlateReader reader = open(store, 0);
    long requests = store.figures().requests();
    List<Bytes> keys = keys(reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.SEEK));
    keys.forEach(key -> assertThat(reader.get(key)).isNotNull());
    assertThat(keys).hasSize(400);
    ReadFigures figures = store.figures();
    assertThat(figures.requests()).isEqualTo(requests + 1);
    assertThat(figures.tablesOpened()).isEqualTo(1);
    assertThat(figures.blockMisses()).isZero();
  }

  @Test
  void aPointReadOfALargeTableFetchesItsTailAndOneBlock() {
    SlateStore store = large();
    SlateReader reader = open(store, store.readLatestManifest().replayAfterWalId());
    Bytes middle = Bytes.fromHex("0402" + "06" + "0000000000000001" + "0000000000002000");
    ReadFigures opened = store.figures();
    reader.get(middle);
    assertThat(store.figures().requests()).isLessThanOrEqualTo(opened.requests() + 2);
    assertThat(store.figures().bytes()).isLessThan(opened.bytes() + 1_200_000);
    ReadFigures before = store.figures();
    reader.get(middle);
    assertThat(store.figures().requests()).isEqualTo(before.requests());
  }

  @Test
  void aBulkScanReadsAdjacentBlocksTogetherAndKeepsNone() {
    SlateStore store = large();
    SlateReader reader = open(store, store.readLatestManifest().replayAfterWalId());
    assertThat(keys(reader.scan(LARGE_TABLE, Direction.ASCENDING, ScanShape.BULK)))
        .hasSizeGreaterThan(100_000);
    ReadFigures figures = store.figures();
    assertThat(figures.requests()).isBetween(130L, 160L);
    assertThat(figures.bytes()).isLessThan(36_000_000);
    assertThat(keys(reader.scan(LARGE_TABLE, Direction.DESCENDING, ScanShape.BULK)))
        .hasSizeGreaterThan(100_000);
    assertThat(store.figures().blockHits()).isZero();
  }

  @Test
  void aSeekReadsOneBlockAtATime() {
    SlateStore store = large();
    SlateReader reader = open(store, store.readLatestManifest().replayAfterWalId());
    long requests = store.figures().requests();
    try (RowIterator rows = reader.scan(LARGE_TABLE, Direction.DESCENDING, ScanShape.SEEK)) {
      assertThat(rows.next()).isTrue();
    }
    assertThat(store.figures().blockMisses()).isEqualTo(1);
    assertThat(store.figures().requests()).isEqualTo(requests + 2);
  }

  @Test
  void aShortRangeReadsNothingBeyondItsEnd() {
    SlateStore store = large();
    SlateReader reader = open(store, store.readLatestManifest().replayAfterWalId());
    List<Bytes> first = new ArrayList<>();
    try (RowIterator rows = reader.scan(LARGE_TABLE, Direction.ASCENDING, ScanShape.SEEK)) {
      for (int i = 0; i < 5000 && rows.next(); i++) {
        first.add(rows.row().key());
      }
    }
    ReadFigures before = store.figures();
    BytesRange range =
        new BytesRange(BytesBound.included(first.get(1000)), BytesBound.excluded(first.get(1010)));
    assertThat(keys(reader.scan(range, Direction.ASCENDING, ScanShape.RANGE_PROBE)))
        .isEqualTo(first.subList(1000, 1010));
    assertThat(store.figures().blockMisses()).isEqualTo(before.blockMisses());
    SlateStore cold = large();
    SlateReader coldReader = open(cold, cold.readLatestManifest().replayAfterWalId());
    assertThat(keys(coldReader.scan(range, Direction.ASCENDING, ScanShape.BULK))).hasSize(10);
    assertThat(cold.figures().blockMisses()).isLessThanOrEqualTo(3);
  }

  @Test
  void aDamagedAnswerIsAskedForOnceMore() {
    ReferenceStore fixture = ReferenceStore.load("l0-only");
    ObjectStore store = new OnceDamagedObjectStore(fixture.objects());
    SlateStore slate = Stores.slate(store, DB, fixture.options());
    assertThat(keys(open(slate, 0).scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)))
        .hasSize(29);
    assertThat(slate.figures().rereads()).isPositive();
  }

  @Test
  void anExtendedTailReadsOnlyNewObjectsAndIsChargedForThem() {
    ReferenceStore fixture = ReferenceStore.load("wal-only");
    SlateStore store = Stores.slate(fixture.objects(), DB, fixture.options());
    Manifest manifest = store.readLatestManifest();
    List<Long> granted = new ArrayList<>();
    WalTail four = store.readTail(manifest, 4, granted::add);
    long requests = store.figures().requests();
    WalTail six = store.extendTail(four, manifest, 6, granted::add);
    assertThat(store.figures().requests()).isEqualTo(requests + 2);
    assertThat(six.rowCount()).isGreaterThan(four.rowCount());
    assertThat(granted.stream().mapToLong(Long::longValue).sum()).isEqualTo(six.chargedBytes());
    assertThat(six.maxSeq()).isEqualTo(store.readTail(manifest, 6, granted::add).maxSeq());
  }

  @Test
  void rowsThatAreNotAdmittedAreNotKept() {
    ReferenceStore fixture = ReferenceStore.load("wal-only");
    SlateStore store = Stores.slate(fixture.objects(), DB, fixture.options());
    Manifest manifest = store.readLatestManifest();
    IllegalStateException full = new IllegalStateException("no memory left");
    assertThatThrownBy(
            () ->
                store.readTail(
                    manifest,
                    6,
                    bytes -> {
                      throw full;
                    }))
        .isSameAs(full);
  }

  @Test
  void aLogObjectThatIsGoneIsNamed() {
    ReferenceStore fixture = ReferenceStore.load("wal-only");
    OverlayObjectStore objects = new OverlayObjectStore(fixture.objects());
    objects.remove(DB.wal(3));
    SlateStore store = Stores.slate(objects, DB, fixture.options());
    Manifest manifest = store.readLatestManifest();
    assertRefused(
        () -> store.readTail(manifest, 6, TailAdmission.UNLIMITED),
        SlateException.Kind.MISSING_OBJECT,
        DB.wal(3));
  }

  @Test
  void aTableThatIsGoneIsNamed() {
    ReferenceStore fixture = ReferenceStore.load("l0-only");
    OverlayObjectStore objects = new OverlayObjectStore(fixture.objects());
    SlateStore store = Stores.slate(objects, DB, fixture.options());
    SlateReader reader = open(store, 0);
    String table = store.readLatestManifest().tree().l0().get(0).table().path();
    objects.remove(table);
    assertRefused(
        () -> keys(reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)),
        SlateException.Kind.MISSING_OBJECT,
        table);
  }

  @Test
  void anotherSegmentExtractorIsRefused() {
    ReferenceStore segmented = ReferenceStore.load("segments");
    SlateOptions none = SlateOptions.of(new BlockCache(1 << 20));
    assertRefused(
        () -> open(Stores.slate(segmented.objects(), DB, none), 0),
        SlateException.Kind.UNSUPPORTED,
        "db");
    assertThatThrownBy(
            () ->
                open(
                    Stores.slate(
                        segmented.objects(), DB, none.withSegmentExtractor(Extractors.FIRST_COLON)),
                    0))
        .hasMessageContaining("moraine-tag-v1")
        .hasMessageContaining("first-colon");
    ReferenceStore plain = ReferenceStore.load("l0-only");
    assertRefused(
        () ->
            open(
                Stores.slate(plain.objects(), DB, none.withSegmentExtractor(Extractors.FIRST_BYTE)),
                0),
        SlateException.Kind.UNSUPPORTED,
        "db");
  }

  @Test
  void mergeRowsWithoutAnOperatorAreRefused() {
    ReferenceStore fixture = ReferenceStore.load("merge");
    SlateStore store =
        Stores.slate(fixture.objects(), DB, SlateOptions.of(new BlockCache(1 << 20)));
    assertThatThrownBy(
            () -> keys(open(store, 0).scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)))
        .isInstanceOfSatisfying(
            SlateException.class,
            e -> assertThat(e.kind()).isEqualTo(SlateException.Kind.UNSUPPORTED))
        .hasMessageContaining("merge operator");
  }

  @Test
  void anEmptyPlaceIsNoStore() {
    ObjectStore nothing = new MemoryObjectStore("nothing", Clock.SYSTEM);
    SlateStore store = Stores.slate(nothing, DB, SlateOptions.of(new BlockCache(1 << 20)));
    assertRefused(store::readLatestManifest, SlateException.Kind.NO_STORE, "db/manifest");
  }

  @Test
  void closingAScanEarlyEndsIt() {
    SlateStore store = large();
    SlateReader reader = open(store, store.readLatestManifest().replayAfterWalId());
    RowIterator rows = reader.scan(LARGE_TABLE, Direction.ASCENDING, ScanShape.BULK);
    assertThat(rows.next()).isTrue();
    rows.close();
    assertThat(rows.next()).isFalse();
  }

  @Test
  void aTinyCacheGivesTheSameRows() {
    ReferenceStore fixture = ReferenceStore.load("codec-zstd");
    SlateOptions options =
        SlateOptions.of(new BlockCache(4096)).withExecutor(ReferenceStore.WORKERS);
    SlateStore store = Stores.slate(fixture.objects(), DB, options);
    for (ScanShape shape : ScanShape.values()) {
      assertThat(keys(open(store, 7).scan(BytesRange.ALL, Direction.ASCENDING, shape)))
          .hasSize(201);
    }
  }

  private static SlateStore large() {
    ObjectStore objects = FileObjectStore.open(Fixtures.store("big").toString(), Clock.SYSTEM);
    return Stores.slate(
        objects,
        new StoreLayout(""),
        SlateOptions.of(new BlockCache(64 << 20))
            .withSegmentExtractor(Extractors.FIRST_BYTE)
            .withExecutor(ReferenceStore.WORKERS));
  }

  /** The state up to a log object, or to the last one that the manifest knows. */
  private static SlateReader open(SlateStore store, long lastWalId) {
    Manifest manifest = store.readLatestManifest();
    long last = Math.max(lastWalId, manifest.walIdLastSeen());
    return store.open(manifest, store.readTail(manifest, last, TailAdmission.UNLIMITED));
  }

  private static List<Bytes> keys(RowIterator rows) {
    List<Bytes> keys = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        keys.add(rows.row().key());
      }
    }
    return keys;
  }

  private static void assertRefused(
      ThrowingCallable call, SlateException.Kind kind, String object) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SlateException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(kind);
              assertThat(e.object()).isEqualTo(object);
              assertThat(e).hasMessageContaining(object);
            });
  }
}
