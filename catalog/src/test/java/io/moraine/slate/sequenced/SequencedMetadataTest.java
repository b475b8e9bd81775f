package io.moraine.slate.sequenced;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import io.moraine.objectstore.CountingObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.objectstore.RequestCounts.ObjectKind;
import io.moraine.objectstore.RequestTally;
import io.moraine.slate.sequenced.ContestedFolder.Loss;
import io.moraine.slate.sequenced.SequencedMetadata.Creation;
import io.moraine.slate.sequenced.SequencedMetadata.Entry;
import io.moraine.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found, and which requests it takes. */
class SequencedMetadataTest {
  private static final Duration CONFIRMATION = Duration.ofMinutes(4);

  private final ManualClock clock = new ManualClock(Instant.parse("2026-11-30T00:00:00Z"));
  private final ContestedFolder folder = new ContestedFolder(1000);
  private final RequestTally tally = new RequestTally();
  private final SequencedMetadata metadata =
      new SequencedMetadata(
          new CountingObjectStore(folder, tally, clock),
          ContestedFolder.NAMES,
          Runnable::run,
          clock,
          CONFIRMATION);

  @Test
  void aColdReadTakesAListingAGetAndTwoLooksAtTheBoundary() {
    folder.append(9);
    folder.bury(6);
    assertThat(latest()).isEqualTo(9);
    assertThat(folder.takeRequests()).containsExactly("BOUNDARY", "LIST 6", "GET 9", "BOUNDARY");
  }

  @Test
  void theBoundaryIsCreatedOnceAndReplacedFromThenOn() {
    latestOf(9);
    assertThat(metadata.advanceBoundary(4, "put")).isEqualTo(4);
    assertThat(folder.takeRequests()).containsExactly("BOUNDARY", "PUT BOUNDARY", "BOUNDARY");
    assertThat(metadata.advanceBoundary(6, "put")).isEqualTo(6);
    assertThat(folder.takeRequests()).containsExactly("BOUNDARY", "REPLACE BOUNDARY", "BOUNDARY");
    assertThat(metadata.advanceBoundary(5, "put")).isEqualTo(6);
    assertThat(folder.takeRequests()).containsExactly("BOUNDARY");
    assertThat(folder.boundary()).isEqualTo(6);
    assertThat(latest()).isEqualTo(9);
  }

  @Test
  void theBoundaryNeverReachesWhatIsInForce() {
    latestOf(9);
    assertThatThrownBy(() -> metadata.advanceBoundary(9, "put"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(folder.boundary()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Loss.class,
      names = {"OF_REQUEST", "OF_ANSWER"})
  void whetherTheBoundaryMovedIsFoundByReadingIt(Loss loss) {
    latestOf(9);
    for (int to = 4; to <= 8; to += 4) {
      folder.loseNext(loss);
      assertThat(metadata.advanceBoundary(to, "put")).isEqualTo(to);
      assertThat(folder.boundary()).isEqualTo(to);
    }
  }

  @Test
  void aBoundaryThatOthersMoveMeanwhileOnlyRises() {
    latestOf(9);
    AtomicInteger others = new AtomicInteger();
    folder.beforeEachRequest(each -> each.bury(others.incrementAndGet()));
    assertThat(metadata.advanceBoundary(5, "put")).isGreaterThanOrEqualTo(5);
    assertThat(folder.boundary()).isGreaterThanOrEqualTo(5);
  }

  @Test
  void allThatIsThereIsListedAndDeletedByNumber() {
    latestOf(9);
    metadata.advanceBoundary(3, "put");
    metadata.delete(2);
    metadata.delete(2);
    assertThat(metadata.list())
        .extracting(SequencedMetadata.Listed::id)
        .containsExactly(1L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
  }

  @Test
  void anUnchangedFolderTakesOneGetAndALookAtTheBoundary() {
    latestOf(9);
    assertThat(latest()).isEqualTo(9);
    assertThat(folder.takeRequests()).containsExactly("GET 10", "BOUNDARY");
  }

  @Test
  void aBoundaryThatDidNotChangeIsNotTransferredAgain() {
    folder.append(9);
    folder.bury(6);
    latest();
    latest();
    assertThat(tally.counts().of(ObjectKind.OTHER).reads()).isEqualTo(3);
    assertThat(tally.counts().of(ObjectKind.OTHER).bytes()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aFewNewObjectsTakeAGetEachOneMoreAndALookAtTheBoundary(int count) {
    latestOf(9);
    folder.append(count);
    assertThat(latest()).isEqualTo(9 + count);
    List<String> expected = new ArrayList<>();
    for (int id = 10; id <= 10 + count; id++) {
      expected.add("GET " + id);
    }
    expected.add("BOUNDARY");
    assertThat(folder.takeRequests()).isEqualTo(expected);
  }

  @Test
  void moreNewObjectsAreListedAfterFour() {
    latestOf(9);
    folder.append(40);
    assertThat(latest()).isEqualTo(49);
    assertThat(folder.takeRequests())
        .containsExactly("GET 10", "GET 11", "GET 12", "GET 13", "LIST 13", "GET 49", "BOUNDARY");
  }

  @Test
  void theFourthNewObjectIsNotReadTwiceIfItIsTheLast() {
    latestOf(9);
    folder.append(4);
    assertThat(latest()).isEqualTo(13);
    assertThat(folder.takeRequests())
        .containsExactly("GET 10", "GET 11", "GET 12", "GET 13", "LIST 13", "BOUNDARY");
  }

  @Test
  void afterAnOwnWriteOneGetAndALookAtTheBoundaryAreEnough() {
    latestOf(9);
    assertThat(metadata.create(10, Bytes.utf8("ours"), "put")).isEqualTo(Creation.CREATED);
    assertThat(folder.takeRequests()).containsExactly("PUT 10", "BOUNDARY");
    assertThat(metadata.readLatest().orElseThrow()).isEqualTo(new Entry(10, Bytes.utf8("ours")));
    assertThat(folder.takeRequests()).containsExactly("GET 11", "BOUNDARY");
  }

  @Test
  void theFirstWriteToAnEmptyFolderIsRemembered() {
    assertThat(metadata.readLatest()).isEmpty();
    assertThat(metadata.create(1, Bytes.utf8("ours"), "put")).isEqualTo(Creation.CREATED);
    folder.takeRequests();
    assertThat(latest()).isEqualTo(1);
    assertThat(folder.takeRequests()).containsExactly("GET 2", "BOUNDARY");
  }

  @Test
  void whoLostARaceListsBesideAskingForTheSuccessor() {
    latestOf(9);
    folder.append();
    assertThat(metadata.create(10, Bytes.utf8("ours"), "put")).isEqualTo(Creation.CONFLICT);
    assertThat(folder.takeRequests()).containsExactly("PUT 10");
    assertThat(metadata.lookAfterRace(each -> {}).orElseThrow().id()).isEqualTo(10);
    assertThat(folder.takeRequests()).containsExactly("GET 10", "LIST 10");
    folder.append(9);
    assertThat(metadata.lookAfterRace(each -> {}).orElseThrow().id()).isEqualTo(19);
    assertThat(folder.takeRequests()).containsExactly("GET 11", "LIST 11", "GET 19");
    assertThat(metadata.lookAfterRace(each -> {}).orElseThrow().id()).isEqualTo(19);
  }

  @Test
  void anObjectWrittenUnderADeadNumberIsAConflictThoughItIsThere() {
    latestOf(9);
    folder.append(5);
    folder.collectAll();
    assertThat(metadata.create(10, Bytes.utf8("ours"), "put")).isEqualTo(Creation.CONFLICT);
    assertThat(folder.takeRequests()).containsExactly("PUT 10", "BOUNDARY");
    assertThat(metadata.create(11, Bytes.utf8("ours"), "put")).isEqualTo(Creation.CONFLICT);
    assertThat(folder.takeRequests()).isEmpty();
    assertThat(latest()).isEqualTo(14);
  }

  @ParameterizedTest
  @ValueSource(strings = {"OF_REQUEST", "OF_ANSWER"})
  void aWriteWithoutAnAnswerIsTriedAgainAndRecognised(Loss loss) {
    latestOf(9);
    folder.loseNext(loss);
    assertUnanswered(() -> metadata.create(10, Bytes.utf8("ours"), "put"));
    assertThat(metadata.create(10, Bytes.utf8("ours"), "put")).isEqualTo(Creation.CREATED);
    assertThat(latest()).isEqualTo(10);
  }

  @Test
  void aWriteWhoseBoundaryCannotBeReadIsNeitherDoneNorRefused() {
    latestOf(9);
    folder.beforeEachRequest(
        each -> {
          if (each.newest() == 10) {
            throw new ObjectStoreException(Kind.UNAVAILABLE, "any", "made to fail", null);
          }
        });
    assertUnanswered(() -> metadata.create(10, Bytes.utf8("ours"), "put"));
    folder.beforeEachRequest(each -> {});
    assertThat(metadata.create(10, Bytes.utf8("ours"), "put")).isEqualTo(Creation.CREATED);
  }

  @Test
  void aLookTellsEachNewObjectAtOnceAndLeavesTheBoundaryAlone() {
    List<Long> found = new ArrayList<>();
    folder.append(9);
    assertThat(metadata.look(each -> found.add(each.id())).orElseThrow().id()).isEqualTo(9);
    assertThat(folder.takeRequests()).containsExactly("BOUNDARY", "LIST 0", "GET 9");
    folder.append(2);
    assertThat(metadata.look(each -> found.add(each.id())).orElseThrow().id()).isEqualTo(11);
    assertThat(folder.takeRequests()).containsExactly("GET 10", "GET 11", "GET 12");
    assertThat(metadata.look(each -> found.add(each.id())).orElseThrow().id()).isEqualTo(11);
    assertThat(found).containsExactly(9L, 10L, 11L);
  }

  @Test
  void whatALookFoundDeadIsNotReadAsTheLatest() {
    latestOf(9);
    folder.append(3);
    folder.collectAll();
    folder.writeDead(10);
    assertThat(metadata.look(each -> {}).orElseThrow().id()).isEqualTo(10);
    assertThat(metadata.isInForce(10)).isFalse();
    assertThat(latest()).isEqualTo(12);
  }

  @Test
  void aLookAtTheBoundaryTellsThatWhatALookFoundIsInForce() {
    latestOf(9);
    folder.append();
    metadata.look(each -> {});
    folder.takeRequests();
    assertThat(metadata.isInForce(10)).isTrue();
    assertThat(folder.takeRequests()).containsExactly("BOUNDARY");
  }

  @Test
  void aBoundarySaysNothingOfWhatAnotherThreadFoundAfterIt() {
    latestOf(9);
    folder.afterBoundary(
        () -> {
          folder.append(3);
          folder.collectAll();
          folder.writeDead(10);
          metadata.look(each -> {});
        });
    assertThat(latest()).isEqualTo(9);
    assertThat(latest()).isEqualTo(12);
  }

  @Test
  void aDeadObjectAloneIsDroppedAndTheSearchBeginsAtTheBoundary() {
    latestOf(9);
    folder.append(6);
    folder.collectAll();
    assertThat(latest()).isEqualTo(15);
    assertThat(folder.takeRequests())
        .containsExactly("GET 10", "BOUNDARY", "LIST 14", "GET 15", "BOUNDARY");
    assertThat(metadata.figures().counts().boundaryInvalidations()).isEqualTo(1);
    assertThat(metadata.figures().counts().fallBacks(FallBack.BOUNDARY)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDeadObjectIsDroppedThoughASuccessorThatIsDeadAsWellIsStillThere(boolean look) {
    latestOf(5);
    folder.append();
    assertThat(metadata.findById(6)).isPresent();
    folder.append(6);
    folder.bury(8);
    folder.delete(8);
    assertThat(metadata.isInForce(5)).isFalse();
    if (look) {
      assertThat(metadata.look(entry -> {}).orElseThrow().id()).isEqualTo(12);
    }
    assertThat(latest()).isEqualTo(12);
  }

  @Test
  void aDeletionDropsNothingButTheObjectDeleted() {
    folder.append(9);
    folder.bury(8);
    latest();
    metadata.deleted(3);
    latest();
    folder.takeRequests();
    metadata.deleted(9);
    folder.append();
    assertThat(latest()).isEqualTo(10);
    assertThat(folder.takeRequests()).containsExactly("BOUNDARY", "LIST 8", "GET 10", "BOUNDARY");
    assertThat(metadata.figures().counts().deletions()).isEqualTo(1);
  }

  @Test
  void anObjectReadByItsNumberIsRememberedIfItIsNewer() {
    latestOf(9);
    folder.append(3);
    assertThat(metadata.readById(2).bytes()).isEqualTo(folder.inForce(2));
    assertThat(metadata.findById(13)).isEmpty();
    assertThat(metadata.findById(12)).isPresent();
    folder.takeRequests();
    assertThat(latest()).isEqualTo(12);
    assertThat(folder.takeRequests()).containsExactly("GET 13", "BOUNDARY");
  }

  @Test
  void whatCannotBeUnderstoodIsReadAnew() {
    latestOf(9);
    metadata.damaged(metadata.readLatest().orElseThrow());
    folder.takeRequests();
    assertThat(latest()).isEqualTo(9);
    assertThat(folder.takeRequests()).containsExactly("BOUNDARY", "LIST 0", "GET 9", "BOUNDARY");
  }

  @Test
  void whatIsRememberedIsConfirmedByAListingAfterAWhile() {
    latestOf(9);
    clock.advance(CONFIRMATION.minusNanos(1));
    latest();
    assertThat(folder.takeRequests()).containsExactly("GET 10", "BOUNDARY");
    clock.advance(Duration.ofNanos(1));
    latest();
    assertThat(folder.takeRequests()).containsExactly("LIST 8", "BOUNDARY");
    latest();
    assertThat(folder.takeRequests()).containsExactly("GET 10", "BOUNDARY");
  }

  @Test
  void distrustHasTheNextReadListTheFolderOnce() {
    latestOf(9);
    metadata.distrust();
    latest();
    latest();
    assertThat(folder.takeRequests()).containsExactly("LIST 8", "BOUNDARY", "GET 10", "BOUNDARY");
    assertThat(metadata.figures().counts().fallBacks(FallBack.DISTRUST)).isEqualTo(1);
  }

  @Test
  void aConfirmationFindsWhatIsNewToo() {
    latestOf(9);
    metadata.distrust();
    folder.append(100);
    assertThat(latest()).isEqualTo(109);
    assertThat(folder.takeRequests()).containsExactly("LIST 8", "GET 109", "BOUNDARY");
  }

  @Test
  void anObjectThatWasNeverListedIsComparedByItsBytesOnce() {
    latestOf(9);
    folder.append();
    latest();
    folder.takeRequests();
    metadata.distrust();
    latest();
    assertThat(folder.takeRequests()).containsExactly("LIST 9", "GET 10", "BOUNDARY");
    metadata.distrust();
    latest();
    assertThat(folder.takeRequests()).containsExactly("LIST 9", "BOUNDARY");
  }

  @Test
  void aLowerNumberIsAnotherStore() {
    latestOf(9);
    folder.become(8);
    assertThat(latest()).isEqualTo(9);
    metadata.distrust();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(metadata::readLatest)
          .isInstanceOfSatisfying(
              StoreReplacedException.class,
              e -> {
                assertThat(e.knownId()).isEqualTo(9);
                assertThat(e.newestId()).isEqualTo(8);
              });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void otherBytesUnderAKnownNumberAreAnotherStore(int newer) {
    latestOf(9);
    folder.overwrite(9, "OBJECT 9");
    folder.append(newer);
    metadata.distrust();
    assertThatThrownBy(metadata::readLatest)
        .isInstanceOf(StoreReplacedException.class)
        .hasMessageStartingWith("test:/db/manifest: object 9 is not the one read before");
  }

  @Test
  void theSameBytesWrittenAnewAreTheSameStore() {
    latestOf(9);
    folder.overwrite(9, "object 9");
    metadata.distrust();
    assertThat(latest()).isEqualTo(9);
  }

  @Test
  void aBoundaryThatFallsMakesTheListingTellWhetherTheStoreIsAnother() {
    folder.append(9);
    folder.bury(6);
    latest();
    folder.become(9);
    folder.overwrite(9, "another store's");
    folder.takeRequests();
    assertThatThrownBy(metadata::readLatest).isInstanceOf(StoreReplacedException.class);
    assertThat(folder.takeRequests())
        .startsWith("GET 10", "BOUNDARY", "LIST 8", "GET 9", "BOUNDARY");
  }

  @Test
  void whatWasGivenOutOnceIsNotGoneBackBehindThoughItWasDropped() {
    folder.append(9);
    folder.bury(6);
    latest();
    metadata.deleted(9);
    folder.become(5);
    assertThatThrownBy(metadata::readLatest)
        .isInstanceOf(StoreReplacedException.class)
        .hasMessageContaining("object 9")
        .hasMessageContaining("newest is 5");
  }

  @Test
  void aFolderThatIsEmptiedHasNothing() {
    latestOf(9);
    folder.become(0);
    metadata.distrust();
    assertThat(metadata.readLatest()).isEmpty();
    assertThat(metadata.look(each -> {})).isEmpty();
    folder.append();
    assertThatThrownBy(metadata::readLatest).isInstanceOf(StoreReplacedException.class);
  }

  @Test
  void aListingIsLoggedWithItsReason() {
    Logger logger = Logger.getLogger("io.moraine.slate.sequenced");
    List<String> lines = new ArrayList<>();
    Handler handler = new LogLines(lines);
    Level before = logger.getLevel();
    logger.setLevel(Level.FINE);
    logger.addHandler(handler);
    try {
      latestOf(9);
      folder.append(5);
      latest();
    } finally {
      logger.removeHandler(handler);
      logger.setLevel(before);
    }
    assertThat(lines)
        .containsExactly(
            "Listing test:/db/manifest (COLD): last seen none, successors asked for 0",
            "Listing test:/db/manifest (MANY_NEW): last seen 13, successors asked for 4");
  }

  private static final class LogLines extends Handler {
    private final List<String> lines;

    private LogLines(List<String> lines) {
      this.lines = lines;
    }

    @Override
    public void publish(LogRecord line) {
      lines.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void figuresTellWhatIsRememberedAndHowItWasFound() {
    assertThat(metadata.figures().newestId()).isEmpty();
    folder.append(9);
    folder.bury(6);
    latest();
    latest();
    folder.append();
    latest();
    folder.append(3);
    latest();
    folder.append(4);
    latest();
    SequencedFigures figures = metadata.figures();
    assertThat(figures.folder()).isEqualTo("db/manifest");
    assertThat(figures.newestId()).hasValue(17);
    assertThat(figures.cachedBytes()).isEqualTo("object 17".length());
    assertThat(figures.boundary()).isEqualTo(6);
    SequencedFigures.Counts counts = figures.counts();
    assertThat(counts.cacheHits()).isEqualTo(1);
    assertThat(counts.coldMisses()).isEqualTo(1);
    assertThat(counts.probesFound()).isEqualTo(8);
    assertThat(counts.probesMissing()).isEqualTo(3);
    assertThat(counts.readAdvances()).isEqualTo(9);
    assertThat(counts.readsByProbes()).containsExactly(1L, 1L, 1L, 0L, 2L);
    assertThat(counts.fallBacks(FallBack.COLD)).isEqualTo(1);
    assertThat(counts.fallBacks(FallBack.MANY_NEW)).isEqualTo(1);
  }

  private long latest() {
    return metadata.readLatest().map(Entry::id).orElseThrow();
  }

  /** Has {@code count} objects known, the newest by a listing. */
  private void latestOf(int count) {
    folder.append(count);
    assertThat(metadata.readLatest().map(Entry::id)).isEqualTo(Optional.of((long) count));
    folder.takeRequests();
  }

  private static void assertUnanswered(Runnable write) {
    assertThatThrownBy(write::run)
        .isInstanceOfSatisfying(
            ObjectStoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNANSWERED));
  }
}
