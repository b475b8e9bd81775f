package io.moraine.objectstore.s3;

import io.moraine.model.S3Options;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/**
 * The way to S3 that options mean here and now: region and credentials are those that were found.
 * Credentials that expire are renewed as long as it is open. Thread-safe.
 */
public final class S3Access implements AutoCloseable {
  /** What to do for want of credentials. */
  static final String ADVICE =
      "set s3.accessKeyId and s3.secretAccessKey, s3.profile, or s3.anonymous for a public bucket";

  private final S3Options options;
  private final Region region;
  private final AwsCredentialsProvider provider;
  private final AwsCredentials found;
  private final String identity;
  private final Runnable release;

  /**
   * A way.
   *
   * @param provider gives credentials, those that expire anew each time
   * @param found what it gave at first
   * @param release gives the provider back
   */
  S3Access(
      S3Options options,
      Region region,
      AwsCredentialsProvider provider,
      AwsCredentials found,
      Runnable release) {
    this.options = options;
    this.region = region;
    this.provider = provider;
    this.found = found;
    this.identity = AccessIdentity.of(options, region.id(), found);
    this.release = release;
  }

  /** What was asked for. */
  S3Options options() {
    return options;
  }

  Region region() {
    return region;
  }

  AwsCredentialsProvider provider() {
    return provider;
  }

  /** Who asks, in words. */
  String who() {
    return found.accessKeyId() == null ? "nobody (s3.anonymous)" : "key " + found.accessKeyId();
  }

  /** Whom it asks, in words. */
  String address() {
    return options
        .endpoint()
        .map(Object::toString)
        .orElseGet(() -> "Amazon S3 in region " + region);
  }

  /**
   * A text that is the same for ways with the same options and the same credentials, wherever those
   * were found, and else another; secrets cannot be had from it.
   */
  public String identity() {
    return identity;
  }

  /** To be closed once, by whoever opens no store with it. */
  @Override
  public void close() {
    release.run();
  }
}
