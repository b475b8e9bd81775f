package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of requests that are answered badly, late or not at all. */
class AttemptsTest {
  private static final Bytes TEN = Bytes.utf8("0123456789");

  private final S3Fixture s3 = new S3Fixture();
  private final ObjectStore store = s3.open(S3Fixture.PATIENT);

  AttemptsTest() {
    s3.server().put("lakes", "shop/wal/1.sst", TEN);
  }

  @AfterEach
  void close() {
    s3.close();
  }

  static Stream<Fault> passingFaults() {
    return Stream.of(
        Fault.internalError(),
        Fault.slowDown(),
        Fault.tooManyRequests(),
        Fault.conflict(),
        Fault.error(502, "BadGateway"),
        Fault.error(408, "RequestTimeout"),
        Fault.error(409, "OperationAborted"),
        Fault.resetBefore(),
        Fault.resetAfter());
  }

  @ParameterizedTest
  @MethodSource("passingFaults")
  void whatPassesIsAskedForAgain(Fault fault) {
    Map<String, Runnable> requests =
        Map.of(
            "read", () -> assertThat(store.read("wal/1.sst")).isEqualTo(TEN),
            "tail", () -> assertThat(store.readTail("wal/1.sst", 2).size()).isEqualTo(10),
            "head", () -> assertThat(store.head("wal/1.sst")).isPresent(),
            "list", () -> assertThat(store.list("wal", "")).hasSize(1),
            "changed", () -> assertThat(store.readIfChanged("wal/1.sst", "")).isPresent());
    requests.forEach(
        (name, request) -> {
          long before = s3.count().retries();
          s3.server().resetLog();
          s3.server().faults(twice(fault));
          request.run();
          assertThat(s3.server().log()).as(name).hasSize(3);
          assertThat(s3.count().retries() - before).as(name).isEqualTo(2);
        });
  }

  @Test
  void aServerThatGaveUpOnTheRequestIsAskedAgain() {
    s3.server().faults(FaultRule.once(each -> true, Fault.error(400, "RequestTimeout")));
    assertThat(store.read("wal/1.sst")).isEqualTo(TEN);
  }

  @Test
  void aBodyThatIsCutOffIsReadAgain() {
    s3.server().faults(FaultRule.once(each -> true, Fault.truncate()));
    assertThat(store.read("wal/1.sst")).isEqualTo(TEN);
    s3.server().faults(FaultRule.once(each -> true, Fault.truncate()));
    assertThat(store.readRange("wal/1.sst", 2, 6)).isEqualTo(Bytes.utf8("234567"));
    assertThat(s3.server().log()).hasSize(4);
  }

  @Test
  void aBodyShorterThanItsRangeIsReadAgain() {
    s3.server().faults(FaultRule.once(each -> true, Fault.shortBody()));
    assertThat(store.readRange("wal/1.sst", 2, 6)).isEqualTo(Bytes.utf8("234567"));
    s3.server().faults(FaultRule.once(each -> true, Fault.shortBody()));
    assertThat(store.readTail("wal/1.sst", 6).content()).isEqualTo(Bytes.utf8("456789"));
    assertThat(s3.server().log()).hasSize(4);
  }

  @Test
  void aListingThatIsCutOffIsReadAgain() {
    s3.server().faults(FaultRule.once(each -> true, Fault.shortBody()));
    assertThat(store.list("wal", "")).hasSize(1);
    assertThat(s3.server().log()).hasSize(2);
  }

  @Test
  void anAttemptThatHangsIsGivenUpForAnother() {
    ObjectStore hasty = s3.openHasty();
    for (Fault fault : List.of(Fault.hang(), Fault.drip(Duration.ofDays(1)))) {
      s3.server().faults(s3.inVain(FaultRule.once(each -> true, fault)));
      assertThat(hasty.read("wal/1.sst")).isEqualTo(TEN);
    }
    assertThat(s3.count().retries()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void whatLastsEndsWhenTheTotalTimeIsUpAndTellsWhatItWas() {
    ObjectStore hasty = s3.openUntilPause(3);
    s3.server().faults(FaultRule.always(each -> true, Fault.slowDown()));
    ObjectStoreException error = S3Fixture.errorOf(() -> hasty.read("wal/1.sst"));
    assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(error)
        .hasMessageStartingWith(
            "s3://lakes/shop/wal/1.sst: no usable answer from http://127.0.0.1:")
        .hasMessageMatching(
            ".* after [0-9.]+ s .failed attempts: [0-9]+; the last: status 503 SlowDown .*");
    assertThat(s3.server().log()).hasSize(3);
  }

  @Test
  void aServerThatIsNotThereIsToldWithItsAddress() {
    ObjectStore hasty = s3.openHastilyUntilPause(2);
    s3.server().close();
    ObjectStoreException error = S3Fixture.errorOf(() -> hasty.list("manifest", ""));
    assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(error)
        .hasMessageStartingWith("s3://lakes/shop/manifest/: ")
        .hasMessageContaining("127.0.0.1:" + s3.server().endpoint().getPort());
  }

  @Test
  void pausesBetweenAttemptsGrowToASecond() {
    List<Long> pauses =
        Stream.iterate(1, failed -> failed + 1)
            .limit(6)
            .map(failed -> Attempts.pauseNanos(failed, 0.5) / 1_000_000)
            .toList();
    assertThat(pauses).containsExactly(50L, 100L, 200L, 400L, 500L, 500L);
  }

  @Test
  void aStoreThatIsClosedAnswersNothingMore() {
    store.read("wal/1.sst");
    store.close();
    store.close();
    ObjectStoreException error = S3Fixture.errorOf(() -> store.read("wal/1.sst"));
    assertThat(error.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(error).hasMessageContaining("the store was closed");
  }

  private static FaultRule twice(Fault fault) {
    return FaultRule.nth(1, each -> true, fault).or(FaultRule.nth(1, each -> true, fault));
  }
}
