package io.moraine.testing.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.moraine.base.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.RequestPayer;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The server as Amazon's client sees it. */
class S3ServerTest {
  private static final Bytes TEN = Bytes.utf8("0123456789");

  private final S3Server server = S3Server.start();
  private final S3AsyncClient client = Clients.of(server, server.owner());

  S3ServerTest() {
    server.createBucket("lake");
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void anObjectComesBackWithTagTimeAndMetadata() {
    put("a/b", "0123456789", put -> put.metadata(Map.of("put-id", "one")));
    assertThat(server.get("lake", "a/b")).contains(TEN);
    HeadObjectResponse head = client.headObject(b -> b.bucket("lake").key("a/b")).join();
    assertThat(head.contentLength()).isEqualTo(10);
    assertThat(head.eTag()).isEqualTo("\"781e5e245d69b566979b86e28d23f2c7\"");
    assertThat(head.metadata()).isEqualTo(Map.of("put-id", "one"));
    assertThat(head.lastModified()).isNotNull();
    assertThat(get("a/b", get -> {})).isEqualTo("0123456789");
  }

  @ParameterizedTest
  @EnumSource(
      value = ChecksumAlgorithm.class,
      names = {"CRC32", "CRC32_C", "SHA1", "SHA256"})
  void aChecksumIsVerifiedAndGivenBack(ChecksumAlgorithm algorithm) {
    put("a", "0123456789", put -> put.checksumAlgorithm(algorithm));
    LoggedRequest logged = server.log().get(0);
    assertThat(logged.request().header("x-amz-content-sha256").orElseThrow())
        .startsWith("STREAMING-");
    assertThat(server.get("lake", "a")).contains(TEN);
    GetObjectResponse whole =
        client
            .getObject(
                b -> b.bucket("lake").key("a").checksumMode(ChecksumMode.ENABLED),
                AsyncResponseTransformer.toBytes())
            .join()
            .response();
    assertThat(
            Stream.of(
                whole.checksumCRC32(),
                whole.checksumCRC32C(),
                whole.checksumSHA1(),
                whole.checksumSHA256()))
        .containsOnlyOnce(
            Hashes.checksum(
                    switch (algorithm) {
                      case CRC32 -> "crc32";
                      case CRC32_C -> "crc32c";
                      case SHA1 -> "sha1";
                      default -> "sha256";
                    },
                    TEN)
                .orElseThrow());
  }

  @Test
  void aWrongChecksumIsRefused() {
    assertRefused(
        400, "BadDigest", () -> put("a", "0123456789", put -> put.checksumCRC32("AAAAAA==")));
    assertThat(server.get("lake", "a")).isEmpty();
  }

  @Test
  void oneOfManyCreatorsWins() throws Exception {
    for (int round = 0; round < 20; round++) {
      String key = "race/" + round;
      List<? extends Future<PutObjectResponse>> puts =
          IntStream.range(0, 8)
              .mapToObj(
                  each ->
                      client.putObject(
                          b -> b.bucket("lake").key(key).ifNoneMatch("*"),
                          AsyncRequestBody.fromString("by " + each)))
              .toList();
      assertThat(puts.stream().filter(S3ServerTest::succeeded)).hasSize(1);
    }
    assertRefused(412, "PreconditionFailed", () -> put("race/0", "x", put -> put.ifNoneMatch("*")));
  }

  @Test
  void rangesAreServedAsInTheStandard() {
    server.put("lake", "a", TEN);
    assertThat(get("a", get -> get.range("bytes=2-4"))).isEqualTo("234");
    assertThat(get("a", get -> get.range("bytes=7-99999999999999999999"))).isEqualTo("789");
    assertThat(get("a", get -> get.range("bytes=7-"))).isEqualTo("789");
    assertThat(get("a", get -> get.range("bytes=-3"))).isEqualTo("789");
    assertThat(get("a", get -> get.range("bytes=-30"))).isEqualTo("0123456789");
    assertRefused(416, "InvalidRange", () -> get("a", get -> get.range("bytes=10-12")));
    assertRefused(416, "InvalidRange", () -> get("a", get -> get.range("bytes=-0")));
    assertThat(
            client
                .getObject(
                    b -> b.bucket("lake").key("a").range("bytes=-3"),
                    AsyncResponseTransformer.toBytes())
                .join()
                .response()
                .contentRange())
        .isEqualTo("bytes 7-9/10");
  }

  @Test
  void whatDidNotChangeIsNotSentAgain() {
    server.put("lake", "a", TEN);
    String tag = "\"781e5e245d69b566979b86e28d23f2c7\"";
    assertRefused(304, null, () -> get("a", get -> get.ifNoneMatch(tag)));
    assertThat(server.log().get(0).ifNoneMatch()).contains(tag);
    server.put("lake", "a", Bytes.utf8("new"));
    assertThat(get("a", get -> get.ifNoneMatch(tag))).isEqualTo("new");
  }

  @Test
  void aListingIsInOrderOfBytesAndComesInPages() {
    for (String key : List.of("f/b", "f/a b", "f/B", "f/%41", "f/é", "f/sub/x", "f/sub/y", "g")) {
      server.put("lake", key, TEN);
    }
    server.pageSize(2);
    server.resetLog();
    assertThat(keys(list -> list.prefix("f/")))
        .containsExactly("f/%41", "f/B", "f/a b", "f/b", "f/sub/x", "f/sub/y", "f/é");
    assertThat(server.log()).hasSize(4);
    assertThat(keys(list -> list.prefix("f/").delimiter("/")))
        .containsExactly("f/%41", "f/B", "f/a b", "f/b", "f/sub/", "f/é");
    assertThat(keys(list -> list.prefix("f/").startAfter("f/b").delimiter("/")))
        .containsExactly("f/sub/", "f/é");
    assertThat(keys(list -> list.startAfter("f/é"))).containsExactly("g");
    ListObjectsV2Response page = client.listObjectsV2(b -> b.bucket("lake").maxKeys(1)).join();
    assertThat(page.isTruncated()).isTrue();
    assertThat(page.contents())
        .singleElement()
        .satisfies(object -> assertThat(object.size()).isEqualTo(10))
        .satisfies(object -> assertThat(object.eTag()).startsWith("\"781e"))
        .satisfies(object -> assertThat(object.lastModified()).isNotNull());
  }

  @Test
  void whatIsMissingIsSaid() {
    assertRefused(404, "NoSuchKey", () -> get("none", get -> {}));
    assertRefused(404, "NoSuchBucket", () -> get("none", get -> get.bucket("none")));
    client.deleteObject(b -> b.bucket("lake").key("none")).join();
  }

  @Test
  void onlyWhoIsKnownAndSignsRightGetsIn() {
    server.put("lake", "a", TEN);
    String id = server.owner().accessKeyId();
    assertGetRefused(403, "InvalidAccessKeyId", Identity.of("AKIDNOBODY", "secret"));
    assertGetRefused(403, "SignatureDoesNotMatch", Identity.of(id, "another secret"));
    assertGetRefused(400, "InvalidToken", server.owner().withSessionToken("token"));
    Identity passing = Identity.of("ASIAPASSING", "secret").withSessionToken("token");
    server.addIdentity(passing);
    assertGetRefused(400, "InvalidToken", Identity.of("ASIAPASSING", "secret"));
    try (S3AsyncClient other = Clients.of(server, passing)) {
      assertThat(get(other, "a", get -> {})).isEqualTo("0123456789");
    }
  }

  @Test
  void anActionThatIsDeniedIsRefused() {
    server.put("lake", "a", TEN);
    Identity reader = Identity.of("AKIDREADER", "secret", "s3:PutObject", "s3:ListBucket");
    server.addIdentity(reader);
    try (S3AsyncClient other = Clients.of(server, reader)) {
      assertThat(get(other, "a", get -> {})).isEqualTo("0123456789");
      assertRefused(403, "AccessDenied", () -> get(other, "none", get -> {}));
      assertRefused(403, "AccessDenied", () -> other.listObjectsV2(b -> b.bucket("lake")).join());
      assertRefused(
          403,
          "AccessDenied",
          () ->
              other
                  .putObject(b -> b.bucket("lake").key("b"), AsyncRequestBody.fromString("content"))
                  .join());
    }
    server.addIdentity(Identity.of("AKIDREADER", "secret", "s3:GetObject"));
    assertGetRefused(403, "AccessDenied", reader);
  }

  @Test
  void anOpenBucketAsksForNoSignature() {
    server.put("lake", "a", TEN);
    try (S3AsyncClient anonymous = Clients.anonymous(server)) {
      assertRefused(403, "AccessDenied", () -> get(anonymous, "a", get -> {}));
      server.openToAll("lake");
      assertThat(get(anonymous, "a", get -> {})).isEqualTo("0123456789");
    }
  }

  @Test
  void aBucketMayWantToHearWhoPays() {
    server.put("lake", "a", TEN);
    server.haveRequesterPay("lake");
    assertRefused(403, "AccessDenied", () -> get("a", get -> {}));
    assertThat(get("a", get -> get.requestPayer(RequestPayer.REQUESTER))).isEqualTo("0123456789");
  }

  @Test
  void encryptionIsRemembered() {
    put("a", "0123456789", put -> put.serverSideEncryption("aws:kms").ssekmsKeyId("key-1"));
    assertThat(server.storedHeaders("lake", "a"))
        .containsEntry("x-amz-server-side-encryption", "aws:kms")
        .containsEntry("x-amz-server-side-encryption-aws-kms-key-id", "key-1");
  }

  @Test
  void aClockThatIsWrongIsRefused() {
    server.put("lake", "a", TEN);
    server.clockAhead(Duration.ofMinutes(16));
    assertRefused(403, "RequestTimeTooSkewed", () -> get("a", get -> {}));
    server.clockAhead(Duration.ofMinutes(-14));
    assertThat(get("a", get -> {})).isEqualTo("0123456789");
  }

  @Test
  void aWrongRegionIsToldTheRightOne() {
    server.createBucketIn("us-west-2", "far");
    assertThatThrownBy(() -> get("a", get -> get.bucket("far")))
        .extracting(Throwable::getCause)
        .asInstanceOf(type(S3Exception.class))
        .satisfies(e -> assertThat(e.statusCode()).isEqualTo(301))
        .satisfies(
            e ->
                assertThat(
                        e.awsErrorDetails()
                            .sdkHttpResponse()
                            .firstMatchingHeader("x-amz-bucket-region"))
                    .contains("us-west-2"));
    try (S3AsyncClient other = Clients.in("us-west-2", server)) {
      assertRefused(400, "AuthorizationHeaderMalformed", () -> get(other, "a", get -> {}));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatGoesWrongGoesWrong(boolean withBody) {
    server.put("lake", "a", withBody ? TEN : Bytes.EMPTY);
    for (Fault fault :
        List.of(
            Fault.slowDown(), Fault.internalError(), Fault.conflict(), Fault.tooManyRequests())) {
      server.faults(FaultRule.once(request -> true, fault));
      assertThatThrownBy(() -> get("a", get -> {})).hasCauseInstanceOf(S3Exception.class);
    }
    for (Fault fault : List.of(Fault.resetBefore(), Fault.resetAfter(), Fault.truncate())) {
      server.faults(FaultRule.once(request -> true, fault));
      assertThatThrownBy(() -> get("a", get -> {})).hasCauseInstanceOf(SdkClientException.class);
    }
    assertThat(server.log()).hasSize(7);
    assertThat(get("a", get -> {})).isEqualTo(withBody ? "0123456789" : "");
  }

  @Test
  void anAnswerMayDripOrNeverCome() {
    server.put("lake", "a", TEN);
    server.faults(FaultRule.once(request -> true, Fault.drip(Duration.ofMillis(1))));
    assertThat(get("a", get -> {})).isEqualTo("0123456789");
    server.faults(FaultRule.once(request -> true, Fault.delay(Duration.ofMillis(1))));
    assertThat(get("a", get -> {})).isEqualTo("0123456789");
    server.faults(FaultRule.once(request -> true, Fault.wrongEtag()));
    assertThat(client.headObject(b -> b.bucket("lake").key("a")).join().eTag())
        .isEqualTo("\"00000000000000000000000000000000\"");
    server.faults(FaultRule.once(request -> true, Fault.hang()));
    assertThatThrownBy(
            () ->
                client
                    .headObject(
                        b ->
                            b.bucket("lake")
                                .key("a")
                                .overrideConfiguration(
                                    o -> o.apiCallTimeout(Duration.ofMillis(100))))
                    .join())
        .hasCauseInstanceOf(ApiCallTimeoutException.class);
  }

  @Test
  void aWriteWithoutAnAnswerMayHaveHappened() {
    server.faults(FaultRule.once(request -> true, Fault.resetBefore()));
    assertThatThrownBy(() -> put("a", "0123456789", put -> {}));
    assertThat(server.get("lake", "a")).isEmpty();
    server.faults(FaultRule.once(request -> true, Fault.resetAfter()));
    assertThatThrownBy(() -> put("a", "0123456789", put -> {}));
    assertThat(server.get("lake", "a")).contains(TEN);
  }

  @Test
  void requestsAtTheSameTimeMakeOneRoundTrip() {
    server.put("lake", "a", TEN);
    CyclicBarrier together = new CyclicBarrier(8);
    server.faults(
        request -> {
          awaitAll(together);
          return null;
        });
    for (int round = 0; round < 2; round++) {
      CompletableFuture.allOf(
              IntStream.range(0, 8)
                  .mapToObj(each -> client.headObject(b -> b.bucket("lake").key("a")))
                  .toArray(CompletableFuture<?>[]::new))
          .join();
    }
    assertThat(server.log()).hasSize(16);
    assertThat(server.longestChain()).isEqualTo(2);
    assertThat(server.requestsInFlightPeak()).isEqualTo(8);
    server.resetLog();
    assertThat(server.log()).isEmpty();
    assertThat(server.longestChain()).isZero();
  }

  private static void awaitAll(CyclicBarrier barrier) {
    try {
      int unused = barrier.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean succeeded(Future<PutObjectResponse> put) {
    try {
      put.get();
      return true;
    } catch (ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void put(String key, String content, Consumer<PutObjectRequest.Builder> more) {
    client
        .putObject(
            b -> b.bucket("lake").key(key).applyMutation(more),
            AsyncRequestBody.fromString(content))
        .join();
  }

  private String get(String key, Consumer<GetObjectRequest.Builder> more) {
    return get(client, key, more);
  }

  private static String get(
      S3AsyncClient asker, String key, Consumer<GetObjectRequest.Builder> more) {
    return asker
        .getObject(
            b -> b.bucket("lake").key(key).applyMutation(more), AsyncResponseTransformer.toBytes())
        .join()
        .asUtf8String();
  }

  /** Keys and common prefixes, sorted as strings are. */
  private List<String> keys(Consumer<ListObjectsV2Request.Builder> more) {
    return Clients.pages(client, "lake", more).stream()
        .flatMap(
            page ->
                Stream.concat(
                    page.contents().stream().map(S3Object::key),
                    page.commonPrefixes().stream().map(CommonPrefix::prefix)))
        .sorted()
        .toList();
  }

  private void assertGetRefused(int status, String code, Identity asker) {
    try (S3AsyncClient other = Clients.of(server, asker)) {
      assertRefused(status, code, () -> get(other, "a", get -> {}));
    }
  }

  private static void assertRefused(int status, @Nullable String code, ThrowingCallable call) {
    AbstractThrowableAssert<?, ?> thrown = assertThatThrownBy(call);
    thrown
        .isInstanceOf(CompletionException.class)
        .extracting(Throwable::getCause)
        .asInstanceOf(type(S3Exception.class))
        .satisfies(e -> assertThat(e.statusCode()).as("%s", e).isEqualTo(status))
        .satisfies(e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code));
  }
}
