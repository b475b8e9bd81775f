package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CommitPosition;
import io.moraine.model.MetadataTable;
import io.moraine.model.ReadScope;
import io.moraine.model.ScopeRequest;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.testing.ManifestEdits;
import io.moraine.testing.ManualClock;
import io.moraine.testing.ReactingObjectStore;
import io.moraine.testing.StepCountingObjectStore;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CheckpointRevisionTest {
  /** Pins manifest 8 at snapshot 9; the lake has gone on to 12. */
  private static final CatalogOptions AT_NINE =
      TestLakes.checkpoint(UUID.fromString("c8b09079-df8c-40bd-8bd9-44c5e71703a2"));

  /** Pins manifest 9 at snapshot 10; its hour is over. */
  private static final CatalogOptions OVER =
      TestLakes.checkpoint(UUID.fromString("7cea3820-bdf2-4013-a212-3e7febfd8ef3"));

  private final LakeFolder folder = LakeFolder.copyOf("moraine/shop-readers");
  private final ManualClock clock = new ManualClock(Instant.parse("2026-12-24T00:00:00Z"));
  private final ReactingObjectStore reacting =
      new ReactingObjectStore(FileObjectStore.open(folder.path().toString(), clock));
  private final StepCountingObjectStore store = new StepCountingObjectStore(reacting);
  private final OpenLake lake = TestLakes.over(store, clock, ReadOptions.DEFAULT);

  @AfterEach
  void nothingIsLeftOpen() {
    lake.close();
    assertThat(lake.figures().scopesClosed()).isEqualTo(lake.figures().scopesOpened());
    assertThat(lake.figures().workingMemoryUsedBytes()).isZero();
  }

  @Test
  void aSecondScopeAsksNothingOfTheStore() {
    assertThat(positionAt(AT_NINE)).isEqualTo(new CommitPosition(9, 9));
    store.reset();
    folder.addManifest(ManifestEdits.withoutCheckpoints(folder.newestManifest()));
    assertThat(positionAt(AT_NINE)).isEqualTo(new CommitPosition(9, 9));
    assertThat(store.calls()).isEmpty();
  }

  @Test
  void aCheckpointWhoseTimeIsOverIsReadAsLongAsItIsThere() {
    assertThat(positionAt(OVER)).isEqualTo(new CommitPosition(10, 10));
  }

  @Test
  void aCheckpointThatIsRemovedWhileItIsOpenedIsNotFound() {
    reacting.before(
        "read " + LakeFolder.manifestName(folder.newestManifestId() + 1),
        () -> folder.addManifest(ManifestEdits.withoutCheckpoints(folder.newestManifest())));
    assertKind(() -> positionAt(AT_NINE), Kind.NOT_FOUND);
  }

  @Test
  void aPinnedManifestThatWasCollectedIsTold() {
    folder.delete(LakeFolder.manifestName(8));
    assertKind(() -> positionAt(AT_NINE), Kind.REVISION_EXPIRED);
  }

  @Test
  void aCheckpointThatWentWithItsManifestIsNotFoundThoughADeadManifestNamesIt() {
    positionAt(AT_NINE);
    clock.advance(ReadOptions.DEFAULT.idleGeneration());
    long dead = folder.addManifest(ManifestEdits.withoutCheckpoints(folder.newestManifest()));
    folder.addManifest(folder.newestManifest());
    folder.delete(LakeFolder.manifestName(dead));
    folder.delete(LakeFolder.manifestName(8));
    folder.path().resolve("gc").toFile().mkdirs();
    folder.write("gc/manifest.boundary", Bytes.utf8(Long.toString(dead)));
    assertKind(() -> positionAt(AT_NINE), Kind.NOT_FOUND);
  }

  @Test
  void aCheckpointFromBeforeTheLakeIsRefusedAndConcernsNobodyElse() {
    UUID early = new UUID(1, 2);
    folder.addManifest(ManifestEdits.withCheckpoint(folder.newestManifest(), early, "early", 1, 0));
    try (ReadScope newest = TestLakes.newest(lake)) {
      assertKind(() -> positionAt(TestLakes.checkpoint(early)), Kind.NO_LAKE);
      assertThat(TestLakes.table(newest, MetadataTable.SNAPSHOT)).hasSize(13);
    }
  }

  @Test
  void aPositionBeyondTheCheckpointIsRefused() {
    ScopeRequest request =
        new ScopeRequest(
            OptionalLong.empty(), Optional.of(new CommitPosition(12, 12)), Optional.empty());
    assertKind(() -> lake.readScope(lake, AT_NINE, request), Kind.POSITION_NOT_REACHED);
  }

  @Test
  void aCheckpointAndTheNewestStateAreOpenSideBySide() {
    try (ReadScope pinned = lake.readScope(lake, AT_NINE, ScopeRequest.NEWEST);
        ReadScope newest = TestLakes.newest(lake)) {
      assertThat(pinned.snapshotId()).isEqualTo(9);
      assertThat(newest.snapshotId()).isEqualTo(12);
      assertThat(lake.figures().generations()).hasSize(2);
    }
  }

  private CommitPosition positionAt(CatalogOptions checkpoint) {
    try (ReadScope scope = lake.readScope(lake, checkpoint, ScopeRequest.NEWEST)) {
      return scope.position();
    }
  }

  private static void assertKind(Runnable call, Kind kind) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(CatalogException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
