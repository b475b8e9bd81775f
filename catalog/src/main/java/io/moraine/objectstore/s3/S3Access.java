package io.moraine.objectstore.s3;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.S3Options;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * The way to S3 that options mean here and now: region and credentials are those that were found.
 * Credentials that pass are renewed as long as it is open. Thread-safe.
 */
public final class S3Access implements AutoCloseable {
  /** What to do for want of credentials. */
  static final String ADVICE =
      "set s3.accessKeyId and s3.secretAccessKey, s3.profile, or s3.anonymous for a public bucket";

  private final S3Options options;
  private final Region region;
  private final AwsCredentialsProvider provider;
  private final AwsCredentials found;

  private S3Access(
      S3Options options, Region region, AwsCredentialsProvider provider, AwsCredentials found) {
    this.options = options;
    this.region = region;
    this.provider = provider;
    this.found = found;
  }

  /**
   * Looks for region and credentials where the options say, which may take a while: the default
   * chain asks the machine last.
   *
   * @param location what is to be opened, for messages
   * @throws CatalogException of kind INVALID_REQUEST if there is no region, FORBIDDEN if there are
   *     no credentials
   */
  public static S3Access find(String location, S3Options options) {
    Region region = region(location, options);
    AwsCredentialsProvider provider = CredentialsProviders.of(options.credentials());
    try {
      return new S3Access(options, region, provider, provider.resolveCredentials());
    } catch (CredentialsException e) {
      close(provider);
      throw new CatalogException(
          Kind.FORBIDDEN, location + ": " + e.getMessage() + "; " + ADVICE, e);
    }
  }

  private static Region region(String location, S3Options options) {
    try {
      return Regions.of(options);
    } catch (SdkClientException e) {
      throw new CatalogException(
          Kind.INVALID_REQUEST,
          location + ": the region is not known; set s3.region (" + Failures.text(e) + ")",
          e);
    }
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
   * A text that is the same for the same way to the same store as the same one, and else another;
   * secrets cannot be had from it.
   */
  public String identity() {
    return AccessIdentity.of(options, region.id(), found);
  }

  @Override
  public void close() {
    close(provider);
  }

  private static void close(AwsCredentialsProvider provider) {
    if (provider instanceof SdkAutoCloseable closeable) {
      closeable.close();
    }
  }
}
