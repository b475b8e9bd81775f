package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.model.S3Options.Limits;
import io.moraine.objectstore.ObjectStore;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import io.moraine.testing.s3.LoggedRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a read that takes long is sent once more. */
class HedgingTest {
  private static final long MILLISECOND = 1_000_000;

  /** Long enough for a client to look at its clock once more. */
  private static final Fault LATE = Fault.delay(Duration.ofMillis(50));

  private final S3Fixture s3 = new S3Fixture();

  HedgingTest() {
    s3.server().put("lakes", "shop/wal/1.sst", Bytes.utf8("content"));
  }

  @AfterEach
  void close() {
    s3.close();
  }

  @Test
  void thePercentileIsThatOfTheLastReadsOfTheSameSize() {
    Hedging hedging = new Hedging();
    assertThat(hedging.delayNanos(4096)).isEqualTo(Long.MAX_VALUE);
    answered(hedging, 4096, 19, 50);
    assertThat(hedging.delayNanos(4096)).isEqualTo(Long.MAX_VALUE);
    hedging.answered(4097, 900 * MILLISECOND);
    assertThat(hedging.delayNanos(60_000)).isEqualTo(900 * MILLISECOND);
    assertThat(hedging.delayNanos(8 << 20)).isEqualTo(Long.MAX_VALUE);
    answered(hedging, 4096, 128, 70);
    assertThat(hedging.delayNanos(4096)).isEqualTo(70 * MILLISECOND);
    answered(hedging, 8 << 20, 128, 400);
    assertThat(hedging.delayNanos(4096)).isEqualTo(70 * MILLISECOND);
    assertThat(hedging.delayNanos(8 << 20)).isEqualTo(400 * MILLISECOND);
  }

  @Test
  void quickReadsAreGivenTenMilliseconds() {
    Hedging hedging = new Hedging();
    answered(hedging, 0, 100, 1);
    assertThat(hedging.delayNanos(0)).isEqualTo(10 * MILLISECOND);
  }

  @Test
  void oneReadInTwentyMayBeSentAgain() {
    Hedging hedging = new Hedging();
    int sentAgain = 0;
    for (int read = 1; read <= 1000; read++) {
      hedging.answered(0, 1);
      sentAgain += hedging.take() ? 1 : 0;
    }
    assertThat(sentAgain).isEqualTo(50);
    answered(hedging, 0, 1000, 1);
    assertThat(Stream.generate(hedging::take).limit(6))
        .containsExactly(true, true, true, true, false, false);
  }

  @Test
  void aReadThatHangsIsAnsweredByTheSecondOne() {
    ObjectStore store = s3.openByOwnClock(hedged(true));
    readOften(store, 40);
    s3.server().faults(slow(FaultRule.once(each -> true, Fault.hang())));
    assertThat(store.readTail("wal/1.sst", 7).content()).isEqualTo(Bytes.utf8("content"));
    assertThat(s3.count().hedges()).isOne();
    assertThat(s3.count().retries()).isZero();
    assertThat(s3.server().log()).hasSize(40 + 2);
  }

  @Test
  void whatIsNotThereIsAnAnswerToo() {
    ObjectStore store = s3.openByOwnClock(hedged(true));
    readOften(store, 40);
    s3.server().faults(slow(FaultRule.once(each -> true, Fault.hang())));
    assertThat(store.head("wal/2.sst")).isEmpty();
    assertThat(s3.count().hedges()).isOne();
  }

  @Test
  void aServerThatBecomesSlowGetsFewMoreRequestsForIt() {
    Hedging hedging = new Hedging();
    answered(hedging, 4096, 100, 5);
    int sentAgain = 0;
    for (int read = 0; read < 60; read++) {
      sentAgain += hedging.delayNanos(4096) < 60 * MILLISECOND && hedging.take() ? 1 : 0;
      hedging.answered(4096, 60 * MILLISECOND);
    }
    assertThat(sentAgain).isBetween(1, 160 / 20);
  }

  @Test
  void nothingIsSentTwiceIfThatIsNotWanted() {
    ObjectStore store = s3.openByOwnClock(hedged(false));
    readOften(store, 40);
    s3.server().faults(slow(FaultRule.once(each -> true, LATE)));
    readOften(store, 1);
    assertThat(s3.count().hedges()).isZero();
    assertThat(s3.server().log()).hasSize(41);
  }

  @Test
  void listingsAndWritesAreSentOnce() {
    ObjectStore store = s3.openByOwnClock(hedged(true));
    readOften(store, 40);
    s3.server().resetLog();
    s3.server().faults(slow(FaultRule.always(each -> true, LATE)));
    store.list("wal", "");
    store.putIfAbsent("wal/2.sst", Bytes.EMPTY, "put");
    assertThat(s3.server().log()).extracting(LoggedRequest::method).containsExactly("GET", "PUT");
  }

  /** Faults that take longer than reads did before, by the clock of the store. */
  private FaultRule slow(FaultRule faults) {
    return s3.taking(Duration.ofMillis(100), faults);
  }

  @Test
  void theSlowerOfTwoIsGivenASecondToEndByItself() {
    Stragglers stragglers = new Stragglers();
    List<CompletableFuture<Integer>> requests =
        Stream.generate(CompletableFuture<Integer>::new).limit(4).toList();
    stragglers.add(requests.get(0), 0);
    stragglers.add(requests.get(1), 0);
    stragglers.add(requests.get(2), 500 * MILLISECOND);
    stragglers.add(requests.get(3), 900 * MILLISECOND);
    stragglers.endOld(999 * MILLISECOND);
    assertThat(requests).noneMatch(CompletableFuture::isDone);
    requests.get(0).complete(1);
    stragglers.endOld(1000 * MILLISECOND);
    assertThat(requests.stream().map(CompletableFuture::isCancelled))
        .containsExactly(false, true, false, false);
    stragglers.endAll();
    assertThat(requests.stream().map(CompletableFuture::isCancelled))
        .containsExactly(false, true, true, true);
  }

  private static void readOften(ObjectStore store, int times) {
    for (int i = 0; i < times; i++) {
      store.readTail("wal/1.sst", 7);
    }
  }

  private static void answered(Hedging hedging, long bytes, int times, long milliseconds) {
    for (int i = 0; i < times; i++) {
      hedging.answered(bytes, milliseconds * MILLISECOND);
    }
  }

  private static Limits hedged(boolean hedging) {
    Limits patient = S3Fixture.PATIENT;
    return new Limits(
        patient.connectTimeout(),
        patient.attemptTimeout(),
        patient.totalTimeout(),
        patient.concurrency(),
        hedging);
  }
}
