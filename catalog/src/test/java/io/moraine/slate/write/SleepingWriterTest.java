package io.moraine.slate.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.moraine.base.Bytes;
import io.moraine.base.IdSource;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.SlateStore;
import io.moraine.slate.SlateWriter;
import io.moraine.slate.manifest.CheckpointEdit;
import io.moraine.slate.manifest.Manifest;
import io.moraine.testing.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process stood still while others wrote manifests and collected older ones. */
class SleepingWriterTest {
  private static final CheckpointEdit UNCHANGED = (base, nextId) -> base.checkpoints();
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path folder;
  private final ManualClock clock = new ManualClock(Instant.parse("2026-01-02T03:04:05Z"));
  private WrittenStore store;

  @BeforeEach
  void create() {
    store = WrittenStore.plain(FileObjectStore.open(folder.toString(), clock), clock).created();
  }

  @Test
  void itsWriterGoesOnFromTheManifestInForce() throws IOException {
    SlateWriter sleeper = store.open();
    sleeper.write(WrittenStore.put("a", "1")).await();
    sleeper.updateCheckpoints(UNCHANGED);
    othersWriteAndCollect();
    WriterState woken = assertTimeoutPreemptively(LONG, () -> sleeper.updateCheckpoints(UNCHANGED));
    assertThat(woken.manifest()).isEqualTo(store.manifest());
    assertThat(woken.manifest().id()).isGreaterThan(10);
  }

  @Test
  void itsWriterIsFencedIfTheStoreWasTaken() throws IOException {
    SlateWriter sleeper = store.open();
    sleeper.updateCheckpoints(UNCHANGED);
    store.open();
    othersWriteAndCollect();
    assertTimeoutPreemptively(
        LONG,
        () ->
            assertThatThrownBy(() -> sleeper.updateCheckpoints(UNCHANGED))
                .isInstanceOf(FencedException.class));
    assertThat(sleeper.isUsable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 8})
  void whatItWritesBesideADeadManifestIsNotInForceEither(long lessDead) throws IOException {
    SlateWriter sleeper = store.open();
    long known = sleeper.updateCheckpoints(UNCHANGED).manifest().id();
    othersWriteAndCollect(lessDead);
    List<WriterState> all = new ArrayList<>();
    WriterState woken =
        sleeper.updateCheckpoints(
            UNCHANGED,
            there -> {
              assertThat(there.manifest().id()).isEqualTo(known + 1);
              all.add(sleeper.updateCheckpoints(UNCHANGED));
            });
    all.add(woken);
    assertThat(all).hasSize(2);
    assertThat(all)
        .extracting(each -> each.manifest().id())
        .containsExactly(known + 11, known + 12);
    assertThat(woken.manifest()).isEqualTo(store.manifest());
  }

  @Test
  void whatItFlushesBesideADeadManifestIsFlushedOnce() throws IOException {
    SlateWriter sleeper = store.open();
    sleeper.write(WrittenStore.put("a", "1")).await();
    sleeper.updateCheckpoints(UNCHANGED);
    othersWriteAndCollect();
    assertThat(sleeper.flush()).isEqualTo(1);
    assertThat(store.manifest().tree().l0()).hasSize(1);
    assertThat(sleeper.durable().manifest()).isEqualTo(store.manifest());
    assertThat(store.content()).isEqualTo(Map.of("a", "1"));
  }

  @Test
  void aProcessThatIsNotTheWriterGoesOnAsWell() throws IOException {
    SlateStore sleeper = store.process();
    sleeper.readLatestManifest();
    othersWriteAndCollect();
    Manifest written =
        assertTimeoutPreemptively(
            LONG, () -> sleeper.updateCheckpoints(UNCHANGED, IdSource.SYSTEM));
    assertThat(written).isEqualTo(store.manifest());
    assertThat(written.id()).isGreaterThan(10);
  }

  private void othersWriteAndCollect() throws IOException {
    othersWriteAndCollect(0);
  }

  /** Collects all manifests but the latest, and {@code lessDead} before it. */
  private void othersWriteAndCollect(long lessDead) throws IOException {
    SlateStore others = store.process();
    for (int i = 0; i < 10; i++) {
      others.updateCheckpoints(UNCHANGED, IdSource.SYSTEM);
    }
    long dead = store.manifest().id() - 1 - lessDead;
    store
        .objects()
        .putIfAbsent(
            store.layout().manifests().boundary(),
            Bytes.utf8(Long.toString(dead)),
            "01HF7YATZ80000000000000001");
    for (long id = 1; id <= dead; id++) {
      Files.deleteIfExists(folder.resolve(store.layout().manifest(id)));
    }
  }
}
