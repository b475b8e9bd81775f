package io.moraine.testing.s3;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What one region's endpoint does, without the network: who may, and what comes of it. */
final class S3Service {
  private final String region;
  private final Authenticator authenticator;
  private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
  private volatile Duration clockAhead = Duration.ZERO;
  private volatile int pageSize = Integer.MAX_VALUE;

  S3Service(String region) {
    this.region = region;
    this.authenticator = new Authenticator(region);
  }

  void addIdentity(Identity identity) {
    authenticator.add(identity);
  }

  void addBucket(String name, Bucket bucket) {
    buckets.put(name, bucket);
  }

  Bucket bucket(String name) {
    Bucket bucket = buckets.get(name);
    if (bucket == null) {
      throw new IllegalArgumentException("no bucket " + name);
    }
    return bucket;
  }

  void setClockAhead(Duration by) {
    clockAhead = by;
  }

  void setPageSize(int newPageSize) {
    pageSize = newPageSize;
  }

  Instant now() {
    return Instant.now().plus(clockAhead);
  }

  /**
   * Does what is asked.
   *
   * @throws S3Error if it must not or cannot be done
   */
  S3Response answer(S3Request request) {
    Authenticator.Authenticated asked = authenticator.check(request, now());
    Bucket bucket = buckets.get(request.bucket());
    if (bucket == null) {
      throw S3Error.noSuchBucket(request.bucket());
    }
    checkRegion(request, bucket);
    if (!may(asked.identity(), bucket, request.action()) || !pays(request, bucket)) {
      throw S3Error.accessDenied();
    }
    return request.key().isEmpty() ? ofBucket(request, bucket) : ofObject(request, bucket, asked);
  }

  private S3Response ofBucket(S3Request request, Bucket bucket) {
    if (request.isListing()) {
      return Listing.answer(request, bucket, pageSize);
    }
    if (request.method().equals("HEAD")) {
      return S3Response.empty(200, Map.of("x-amz-bucket-region", region));
    }
    throw methodNotAllowed();
  }

  private S3Response ofObject(S3Request request, Bucket bucket, Authenticator.Authenticated asked) {
    return switch (request.method()) {
      case "GET", "HEAD" ->
          ObjectActions.get(request, bucket, may(asked.identity(), bucket, "s3:ListBucket"));
      case "PUT" -> ObjectActions.put(request, bucket, asked, now().toEpochMilli());
      case "DELETE" -> {
        bucket.delete(request.key());
        yield S3Response.empty(204, Map.of());
      }
      default -> throw methodNotAllowed();
    };
  }

  private void checkRegion(S3Request request, Bucket bucket) {
    if (!bucket.region().equals(region)) {
      throw new S3Error(
              301,
              "PermanentRedirect",
              "The bucket you are attempting to access must be addressed using the specified"
                  + " endpoint.")
          .detail("Endpoint", request.bucket() + ".s3." + bucket.region() + ".amazonaws.com")
          .detail("Bucket", request.bucket())
          .header("x-amz-bucket-region", bucket.region());
    }
  }

  private static boolean may(@Nullable Identity identity, Bucket bucket, String action) {
    return identity == null ? bucket.isOpen() : identity.may(action);
  }

  private static boolean pays(S3Request request, Bucket bucket) {
    return !bucket.requesterPays()
        || request.header("x-amz-request-payer").filter("requester"::equals).isPresent();
  }

  private static S3Error methodNotAllowed() {
    return new S3Error(405, "MethodNotAllowed", "The specified method is not allowed");
  }
}
