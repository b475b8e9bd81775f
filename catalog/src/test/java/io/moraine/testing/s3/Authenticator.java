package io.moraine.testing.s3;

import io.moraine.base.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Finds out who asks, and whether the request is whole: checks signatures as Amazon's does. */
final class Authenticator {
  private static final Duration TOLERANCE = Duration.ofMinutes(15);
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'");
  private static final List<String> MUST_BE_SIGNED =
      List.of("host", "x-amz-date", "x-amz-content-sha256");

  private final String region;
  private final Map<String, Identity> identities = new ConcurrentHashMap<>();

  /** For requests to the servers of {@code region}. */
  Authenticator(String region) {
    this.region = region;
  }

  /**
   * Who asks and for what.
   *
   * @param identity who; null for nobody
   * @param content the body, its framing taken off
   * @param trailers headers behind the body
   */
  record Authenticated(@Nullable Identity identity, Bytes content, Map<String, String> trailers) {}

  void add(Identity identity) {
    identities.put(identity.accessKeyId(), identity);
  }

  /** Checks a request that arrives at {@code now}. */
  Authenticated check(S3Request request, Instant now) {
    String contentHash = request.header("x-amz-content-sha256").orElse("UNSIGNED-PAYLOAD");
    Optional<String> header = request.header("authorization");
    if (header.isEmpty()) {
      return authenticated(request, null, contentHash, null, "");
    }
    Authorization authorization = Authorization.parse(header.get());
    Identity identity = identities.get(authorization.accessKeyId());
    if (identity == null) {
      throw new S3Error(
              403,
              "InvalidAccessKeyId",
              "The AWS Access Key Id you provided does not exist in our records.")
          .detail("AWSAccessKeyId", authorization.accessKeyId());
    }
    checkRegion(authorization);
    String time = request.header("x-amz-date").orElse("");
    checkTime(time, authorization, now);
    checkToken(request, identity);
    Signer signer = new Signer(authorization, time, identity);
    checkSignature(request, authorization, signer.signRequest(request, contentHash));
    return authenticated(request, identity, contentHash, signer, authorization.signature());
  }

  private static Authenticated authenticated(
      S3Request request,
      @Nullable Identity identity,
      String contentHash,
      @Nullable Signer signer,
      String signature) {
    if (contentHash.startsWith("STREAMING-")) {
      ChunkedBody body = ChunkedBody.read(request, contentHash, signer, signature);
      return new Authenticated(identity, body.content(), body.trailers());
    }
    if (!contentHash.equals("UNSIGNED-PAYLOAD")
        && !contentHash.equals(Hashes.sha256Hex(request.body()))) {
      throw S3Error.badRequest(
          "XAmzContentSHA256Mismatch",
          "The provided 'x-amz-content-sha256' header does not match what was computed.");
    }
    return new Authenticated(identity, request.body(), Map.of());
  }

  private void checkRegion(Authorization authorization) {
    if (!authorization.region().equals(region)) {
      throw S3Error.badRequest(
              "AuthorizationHeaderMalformed",
              "The authorization header is malformed; the region '"
                  + authorization.region()
                  + "' is wrong; expecting '"
                  + region
                  + "'")
          .detail("Region", region)
          .header("x-amz-bucket-region", region);
    }
  }

  private static void checkTime(String time, Authorization authorization, Instant now) {
    Instant signed;
    try {
      signed = LocalDateTime.parse(time, TIME).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException e) {
      throw new S3Error(403, "AccessDenied", "AWS authentication requires a valid Date");
    }
    if (!time.startsWith(authorization.day())) {
      throw S3Error.badRequest(
          "AuthorizationHeaderMalformed", "The date in the credential scope is not that of today");
    }
    if (Duration.between(signed, now).abs().compareTo(TOLERANCE) > 0) {
      throw new S3Error(
              403,
              "RequestTimeTooSkewed",
              "The difference between the request time and the current time is too large.")
          .detail("RequestTime", time)
          .detail("ServerTime", now.toString());
    }
  }

  private static void checkToken(S3Request request, Identity identity) {
    String expected = identity.sessionToken().map(token -> token.reveal()).orElse("");
    if (!request.header("x-amz-security-token").orElse("").equals(expected)) {
      throw S3Error.badRequest(
          "InvalidToken", "The provided token is malformed or otherwise invalid.");
    }
  }

  private static void checkSignature(
      S3Request request, Authorization authorization, String expected) {
    boolean complete =
        authorization.signedHeaders().containsAll(MUST_BE_SIGNED)
            && request.headers().keySet().stream()
                .filter(name -> name.startsWith("x-amz-"))
                .allMatch(authorization.signedHeaders()::contains);
    if (!complete) {
      throw new S3Error(403, "AccessDenied", "There were headers present which were not signed");
    }
    if (!authorization.signature().equals(expected)) {
      throw signatureDoesNotMatch();
    }
  }

  static S3Error signatureDoesNotMatch() {
    return new S3Error(
        403,
        "SignatureDoesNotMatch",
        "The request signature we calculated does not match the signature you provided.");
  }
}
