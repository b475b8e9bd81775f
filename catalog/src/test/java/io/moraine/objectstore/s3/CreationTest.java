package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Call;
import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Encryption;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStore.PutOutcome;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import io.moraine.testing.s3.Identity;
import io.moraine.testing.s3.LoggedRequest;
import io.moraine.testing.s3.S3Request;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Whose object it is, whatever becomes of the answers. */
class CreationTest {
  private static final String KEY = "shop/wal/7.sst";
  private static final Bytes OURS = Bytes.utf8("ours");
  private static final Bytes ANOTHERS = Bytes.utf8("another's");

  private final S3Fixture s3 = new S3Fixture();
  private final ObjectStore store = s3.open(S3Fixture.PATIENT);
  private final ObjectStore pausing = s3.openUntilPause(2);

  @AfterEach
  void close() {
    s3.close();
  }

  @Test
  void theMetadataHoldsThePutId() {
    assertThat(create(store)).isEqualTo(PutOutcome.CREATED);
    assertThat(s3.server().storedHeaders("lakes", KEY))
        .containsEntry("x-amz-meta-slatedbputid", "01PUT");
    assertThat(s3.server().log()).hasSize(1);
  }

  @Test
  void anObjectIsOursThoughTheAnswerWasLost() {
    s3.server().faults(FaultRule.once(CreationTest::isPut, Fault.resetAfter()));
    assertThat(create(store)).isEqualTo(PutOutcome.OWN);
    assertThat(s3.server().get("lakes", KEY)).contains(OURS);
    assertThat(s3.server().log())
        .extracting(LoggedRequest::method)
        .containsExactly("PUT", "PUT", "HEAD");
  }

  @Test
  void anObjectIsOursThoughTheAnswerNeverCame() {
    s3.server().faults(s3.inVain(FaultRule.once(CreationTest::isPut, Fault.hangAfter())));
    assertThat(create(s3.openHasty())).isEqualTo(PutOutcome.OWN);
  }

  @Test
  void anObjectIsAnothersThoughOurOwnAttemptWasLost() {
    s3.server()
        .faults(
            request -> {
              if (isPut(request)) {
                s3.server().put("lakes", KEY, ANOTHERS);
                s3.server().faults(FaultRule.NONE);
              }
              return isPut(request) ? Fault.resetBefore() : null;
            });
    assertThat(create(store)).isEqualTo(PutOutcome.EXISTS);
    assertThat(s3.server().get("lakes", KEY)).contains(ANOTHERS);
  }

  static Stream<Fault> refusalsOfNothingDone() {
    return Stream.of(
        Fault.slowDown(),
        Fault.conflict(),
        Fault.tooManyRequests(),
        Fault.error(400, "RequestTimeout"));
  }

  @ParameterizedTest
  @MethodSource("refusalsOfNothingDone")
  void whatTheServerRefusedToDoWasNotDone(Fault fault) {
    s3.server().faults(FaultRule.once(CreationTest::isPut, fault));
    assertThat(create(store)).isEqualTo(PutOutcome.CREATED);
    s3.server().delete("lakes", KEY);
    s3.server().faults(FaultRule.always(CreationTest::isPut, fault));
    assertKind(Kind.UNAVAILABLE, () -> create(pausing));
    assertThat(s3.server().get("lakes", KEY)).isEmpty();
  }

  static Stream<Fault> failuresThatTellNothing() {
    return Stream.of(
        Fault.internalError(), Fault.error(504, "GatewayTimeout"), Fault.resetBefore());
  }

  @ParameterizedTest
  @MethodSource("failuresThatTellNothing")
  void whatWentWithoutAnAnswerIsToldAsUnanswered(Fault fault) {
    s3.server().faults(FaultRule.always(CreationTest::isPut, fault));
    assertUnanswered(pausing);
  }

  @Test
  void whatIsNeverAnsweredIsToldAsUnanswered() {
    s3.server().faults(s3.inVain(FaultRule.always(CreationTest::isPut, Fault.hang())));
    assertUnanswered(s3.openHastilyUntilPause(2));
  }

  private static void assertUnanswered(ObjectStore into) {
    assertThat(assertKind(Kind.UNANSWERED, () -> create(into)))
        .hasMessageStartingWith("s3://lakes/shop/wal/7.sst: ")
        .hasMessageEndingWith("; the object may or may not have been created");
  }

  @Test
  void aServerThatIsNotThereHasCreatedNothing() {
    s3.server().close();
    assertKind(Kind.UNAVAILABLE, () -> create(s3.openHastilyUntilPause(2)));
  }

  @Test
  void whatWaitedForAConnectionInVainWasNotSent() {
    TimeoutException cause =
        new TimeoutException("Acquire operation took longer than 100 milliseconds.");
    assertThat(Failures.mayHaveActed(SdkClientException.create("no connection", cause))).isFalse();
    assertThat(Failures.mayHaveActed(new TimeoutException("no answer within 10 s"))).isTrue();
  }

  @Test
  void aRefusalIsDefiniteUnlessAnEarlierAttemptWentUnanswered() {
    s3.server().faults(FaultRule.always(CreationTest::isPut, Fault.error(403, "AccessDenied")));
    assertKind(Kind.FORBIDDEN, () -> create(store));
    s3.server()
        .faults(
            FaultRule.once(CreationTest::isPut, Fault.resetBefore())
                .or(FaultRule.always(CreationTest::isPut, Fault.error(403, "AccessDenied"))));
    assertKind(Kind.UNANSWERED, () -> create(store));
  }

  @Test
  void anObjectThatIsGoneWhenLookedAtWasAnothers() {
    s3.server().put("lakes", KEY, ANOTHERS);
    deleteWhenLookedAt(FaultRule.NONE);
    assertThat(create(store)).isEqualTo(PutOutcome.EXISTS);
  }

  @Test
  void anObjectThatIsGoneWhenLookedAtMayHaveBeenOurs() {
    deleteWhenLookedAt(FaultRule.once(CreationTest::isPut, Fault.resetAfter()));
    assertKind(Kind.UNANSWERED, () -> create(store));
  }

  @Test
  void whoMayNotLookCannotTellWhetherALostAttemptSucceeded() {
    Identity writer = Identity.of("AKIDWRITER", "secret", "s3:GetObject");
    s3.server().addIdentity(writer);
    ObjectStore writing = s3.open("lakes", s3.server().optionsOf(writer.keys(), S3Fixture.PATIENT));
    s3.server().faults(FaultRule.once(CreationTest::isPut, Fault.resetAfter()));
    assertThat(assertKind(Kind.UNANSWERED, () -> create(writing)))
        .hasMessageContaining("s3:GetObject on lakes/shop/wal/7.sst");
    // The second time no attempt is lost, but the object is there and is ours.
    assertKind(Kind.UNANSWERED, () -> create(writing));
  }

  @Test
  void theLookIsRepeatedToo() {
    s3.server()
        .faults(
            FaultRule.once(CreationTest::isPut, Fault.resetAfter())
                .or(FaultRule.once(CreationTest::isHead, Fault.slowDown())));
    assertThat(create(store)).isEqualTo(PutOutcome.OWN);
  }

  @Test
  void aWriteThatIsCancelledUnderWayIsUnanswered() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    Call call = new Call();
    Thread canceller =
        new Thread(
            () -> {
              awaitLatch(arrived);
              call.cancel();
            });
    canceller.start();
    s3.server()
        .faults(
            request -> {
              arrived.countDown();
              return Fault.hang();
            });
    assertKind(Kind.UNANSWERED, () -> call.run(() -> create(store)));
    canceller.join();
  }

  @Test
  void aWriteForACallThatIsOverIsNotSent() {
    Call call = new Call();
    call.cancel();
    assertKind(Kind.CANCELLED, () -> call.run(() -> create(store)));
    assertThat(s3.server().log()).isEmpty();
  }

  @Test
  void newObjectsAreEncryptedAsAskedFor() {
    S3Options plain = s3.options(S3Fixture.PATIENT);
    S3Options encrypted =
        new S3Options(
            plain.region(),
            plain.endpoint(),
            plain.pathStyle(),
            plain.credentials(),
            true,
            Optional.of(new Encryption("aws:kms", Optional.of("key-1"))),
            S3Options.Checksums.WHEN_REQUIRED,
            plain.proxy(),
            plain.limits());
    s3.server().haveRequesterPay("lakes");
    assertThat(create(s3.open("lakes", encrypted))).isEqualTo(PutOutcome.CREATED);
    assertThat(s3.server().storedHeaders("lakes", KEY))
        .containsEntry("x-amz-server-side-encryption", "aws:kms")
        .containsEntry("x-amz-server-side-encryption-aws-kms-key-id", "key-1");
    assertThat(s3.server().log().get(0).request().headers()).doesNotContainKey("x-amz-trailer");
    assertKind(Kind.FORBIDDEN, () -> create(store));
  }

  /** Has the object vanish when somebody looks at it, on top of other faults. */
  private void deleteWhenLookedAt(FaultRule others) {
    s3.server()
        .faults(
            request -> {
              if (isHead(request)) {
                s3.server().delete("lakes", KEY);
              }
              return others.faultFor(request);
            });
  }

  private static boolean isPut(S3Request request) {
    return request.method().equals("PUT");
  }

  private static boolean isHead(S3Request request) {
    return request.method().equals("HEAD");
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static PutOutcome create(ObjectStore into) {
    return into.putIfAbsent("wal/7.sst", OURS, "01PUT");
  }

  private static ObjectStoreException assertKind(Kind kind, ThrowingCallable call) {
    ObjectStoreException error = S3Fixture.errorOf(call);
    assertThat(error.kind()).as("%s", error).isEqualTo(kind);
    return error;
  }
}
