package io.moraine.testing.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Signatures of the examples in "Authenticating Requests (AWS Signature Version 4)" of Amazon's S3
 * API Reference.
 */
class AuthenticatorTest {
  private static final Instant NOW = Instant.parse("2013-05-24T00:00:00Z");
  private static final String CHUNKS =
      "10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n"
          + "a".repeat(65536)
          + "\r\n"
          + "400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n"
          + "a".repeat(1024)
          + "\r\n"
          + "0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n"
          + "\r\n";

  private final Authenticator authenticator = new Authenticator("us-east-1");

  AuthenticatorTest() {
    authenticator.add(
        Identity.of("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"));
  }

  @Test
  void aReadIsVerified() {
    S3Request request =
        request(
            "GET",
            "test.txt",
            "",
            Map.of(
                "host", "examplebucket.s3.amazonaws.com",
                "range", "bytes=0-9",
                "x-amz-content-sha256", Hashes.sha256Hex(Bytes.EMPTY)),
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
            "");
    assertThat(authenticator.check(request, NOW).content()).isEqualTo(Bytes.EMPTY);
  }

  @Test
  void aBodyInSignedChunksIsVerified() {
    assertThat(authenticator.check(chunked(CHUNKS), NOW).content())
        .isEqualTo(Bytes.utf8("a".repeat(66560)));
  }

  @Test
  void aByteThatChangedOnItsWayIsNoticed() {
    assertThatThrownBy(() -> authenticator.check(chunked(CHUNKS.replace("aa\r", "ab\r")), NOW))
        .isInstanceOf(S3Error.class)
        .hasMessageContaining("signature we calculated");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 50, 65700, 66700, 66823})
  void aBodyThatWasCutIsNoticed(int length) {
    assertThatThrownBy(() -> authenticator.check(chunked(CHUNKS.substring(0, length)), NOW))
        .isInstanceOf(S3Error.class)
        .hasMessageContaining("body terminated unexpectedly");
  }

  private static S3Request chunked(String body) {
    return request(
        "PUT",
        "examplebucket",
        "chunkObject.txt",
        Map.of(
            "content-encoding", "aws-chunked",
            "content-length", "66824",
            "host", "s3.amazonaws.com",
            "x-amz-content-sha256", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
            "x-amz-decoded-content-length", "66560",
            "x-amz-storage-class", "REDUCED_REDUNDANCY"),
        "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9",
        body);
  }

  private static S3Request request(
      String method,
      String bucket,
      String key,
      Map<String, String> signedHeaders,
      String signature,
      String body) {
    Map<String, String> headers = new TreeMap<>(signedHeaders);
    headers.put("x-amz-date", "20130524T000000Z");
    List<String> names = List.copyOf(headers.keySet());
    headers.put(
        "authorization",
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
            + "SignedHeaders="
            + String.join(";", names)
            + ",Signature="
            + signature);
    return new S3Request(method, bucket, key, Map.of(), headers, Bytes.utf8(body));
  }
}
