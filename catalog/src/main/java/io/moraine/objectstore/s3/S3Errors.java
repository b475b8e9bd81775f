package io.moraine.objectstore.s3;

import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Makes the errors of one store: what happened to which object, and what to do about it. Access key
 * ids are told, secrets never.
 *
 * @param location where the store is
 * @param access who asks, and where
 */
record S3Errors(S3Location location, S3Access access, Clock clock) {
  /** An error of {@code kind} on the object or folder at {@code path}. */
  ObjectStoreException error(Kind kind, String path, String problem, @Nullable Throwable cause) {
    return new ObjectStoreException(kind, path, location + "/" + path + ": " + problem, cause);
  }

  /** What a request that will not succeed means, other than an answer the caller waits for. */
  ObjectStoreException of(String path, S3Action action, SdkException failure) {
    if (failure instanceof AwsServiceException refusal) {
      return ofRefusal(path, action, refusal);
    }
    if (failure instanceof CredentialsException) {
      return error(Kind.FORBIDDEN, path, failure.getMessage() + "; " + S3Access.ADVICE, failure);
    }
    if (Failures.isOfTls(failure)) {
      return error(
          Kind.MISCONFIGURED,
          path,
          "no secure connection to "
              + access.address()
              + " ("
              + Failures.text(failure)
              + "); check s3.endpoint and the certificates that Java trusts",
          failure);
    }
    return error(Kind.UNAVAILABLE, path, Failures.text(failure), failure);
  }

  private ObjectStoreException ofRefusal(
      String path, S3Action action, AwsServiceException refusal) {
    String said = Failures.text(refusal);
    return switch (Failures.code(refusal)) {
      case "NoSuchBucket" ->
          error(
              Kind.MISCONFIGURED,
              path,
              "there is no bucket '" + location.bucket() + "' at " + access.address(),
              refusal);
      case "RequestTimeTooSkewed" -> error(Kind.MISCONFIGURED, path, skew(refusal), refusal);
      case "InvalidAccessKeyId" ->
          forbidden(path, said + "; s3.accessKeyId names a key that this store knows", refusal);
      case "SignatureDoesNotMatch" ->
          forbidden(path, said + "; s3.secretAccessKey is the secret of s3.accessKeyId", refusal);
      case "ExpiredToken", "InvalidToken", "TokenRefreshRequired" ->
          forbidden(
              path,
              said + "; s3.sessionToken is that of the key and must not be out of date",
              refusal);
      default -> ofStatus(path, action, refusal, said);
    };
  }

  private ObjectStoreException ofStatus(
      String path, S3Action action, AwsServiceException refusal, String said) {
    Optional<String> region = rightRegion(refusal.awsErrorDetails());
    int status = refusal.statusCode();
    if (status == 404) { // who knows that there is no object is the right one to ask
      return error(Kind.NOT_FOUND, path, "no such object", refusal);
    }
    if (region.isPresent() || (status >= 300 && status < 400)) {
      return error(Kind.MISCONFIGURED, path, said + "; " + otherRegion(region), refusal);
    }
    return switch (status) {
      case 401, 403 -> forbidden(path, said + "; " + missing(path, action), refusal);
      default -> error(Kind.MISCONFIGURED, path, "the store refuses: " + said, refusal);
    };
  }

  private ObjectStoreException forbidden(String path, String problem, AwsServiceException refusal) {
    return error(Kind.FORBIDDEN, path, problem + "; asked as " + access.who(), refusal);
  }

  private String missing(String path, S3Action action) {
    String bucket = location.bucket();
    return switch (action) {
      case LIST -> action.permission() + " on bucket " + bucket + " is missing";
      case PUT, DELETE ->
          action.permission() + " on " + bucket + "/" + location.key(path) + " is missing";
      case GET ->
          action.permission()
              + " on "
              + bucket
              + "/"
              + location.key(path)
              + " is missing, or the object is: who lacks s3:ListBucket on bucket "
              + bucket
              + " is not told which";
    };
  }

  private String otherRegion(Optional<String> region) {
    String asked = "asked as in region " + access.region();
    return region
        .map(right -> asked + ", the bucket is in " + right + "; set s3.region=" + right)
        .orElse(asked + "; set s3.region to that of the bucket");
  }

  /** The bucket's region, if it is told and another one. */
  private Optional<String> rightRegion(@Nullable AwsErrorDetails details) {
    return header(details, "x-amz-bucket-region")
        .or(() -> element(details, "Region"))
        .filter(region -> !region.equals(access.region().id()));
  }

  private String skew(AwsServiceException refusal) {
    Instant here = clock.now();
    AwsErrorDetails details = refusal.awsErrorDetails();
    String there =
        element(details, "ServerTime").or(() -> header(details, "Date")).orElse("another time");
    return "the store refuses requests from the future or the past: it is "
        + here
        + " by this machine's clock and "
        + there
        + " by the store's; set the clock";
  }

  private static Optional<String> header(@Nullable AwsErrorDetails details, String name) {
    return details == null || details.sdkHttpResponse() == null
        ? Optional.empty()
        : details.sdkHttpResponse().firstMatchingHeader(name);
  }

  /** The text of an element of the error document, if it has one. */
  private static Optional<String> element(@Nullable AwsErrorDetails details, String name) {
    if (details == null || details.rawResponse() == null) {
      return Optional.empty();
    }
    Matcher found =
        Pattern.compile("<" + name + ">([^<]*)</" + name + ">")
            .matcher(details.rawResponse().asString(StandardCharsets.UTF_8));
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
