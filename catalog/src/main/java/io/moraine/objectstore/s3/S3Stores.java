package io.moraine.objectstore.s3;

import io.moraine.base.Clock;
import io.moraine.base.RandomSource;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Credentials;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.RequestTally;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * Opens stores in S3. Those that ask the same way share a client, all share the limit on requests
 * under way, which the first of them fixes. Thread-safe.
 */
public final class S3Stores {
  /** One for each source, so that a role that was assumed once has one session. */
  private final Shares<Credentials, AwsCredentialsProvider> providers =
      new Shares<>(S3Stores::close);

  private final Shares<String, SharedClient> clients = new Shares<>(SharedClient::close);
  private final AtomicReference<@Nullable InFlightLimit> inFlight = new AtomicReference<>();
  private final RandomSource random;

  /** Stores that pause between attempts for times of {@code random}'s choice. */
  public S3Stores(RandomSource random) {
    this.random = random;
  }

  /**
   * Looks for region and credentials where the options say, which may take a while: the default
   * chain asks the machine last.
   *
   * @param location what is to be opened, for messages
   * @return to be closed, or handed to {@link #open}
   * @throws CatalogException of kind INVALID_REQUEST if there is no region, FORBIDDEN if there are
   *     no credentials
   */
  public S3Access access(String location, S3Options options) {
    Region region = region(location, options);
    Credentials source = options.credentials();
    AwsCredentialsProvider provider = providers.take(source, () -> CredentialsProviders.of(source));
    boolean found = false;
    try {
      S3Access access =
          new S3Access(
              options,
              region,
              provider,
              provider.resolveCredentials(),
              () -> providers.giveBack(source));
      found = true;
      return access;
    } catch (CredentialsException e) {
      throw new CatalogException(
          Kind.FORBIDDEN, location + ": " + e.getMessage() + "; " + S3Access.ADVICE, e);
    } finally {
      if (!found) {
        providers.giveBack(source);
      }
    }
  }

  private static Region region(String location, S3Options options) {
    try {
      return Regions.of(options);
    } catch (SdkClientException e) {
      throw new CatalogException(
          Kind.INVALID_REQUEST,
          location + ": neither environment nor profile nor machine names a region; set s3.region",
          e);
    }
  }

  /**
   * The store of the objects below {@code prefix}. Asks for nothing.
   *
   * @param access closed with the store, or at once if another one is in use
   * @param prefix a path; "" for all of the bucket
   * @param tally what attempts beyond the first are counted in
   */
  public ObjectStore open(
      S3Access access, String bucket, String prefix, RequestTally tally, Clock clock) {
    String identity = access.identity();
    SharedClient client = clients.take(identity, () -> SharedClient.open(access, clock));
    if (client.access() != access) {
      access.close();
    }
    S3Location location = new S3Location(bucket, prefix);
    S3Errors errors = new S3Errors(location, client.access(), clock);
    S3Options options = access.options();
    return new S3ObjectStore(
        location,
        new S3Requests(client.s3(), location, options),
        new Attempts(
            options.limits(), limit(options.limits().concurrency()), errors, tally, clock, random),
        errors,
        client.clock(),
        () -> clients.giveBack(identity));
  }

  private InFlightLimit limit(int concurrency) {
    InFlightLimit made = inFlight.get();
    if (made == null) {
      InFlightLimit ours = new InFlightLimit(concurrency);
      made = inFlight.compareAndSet(null, ours) ? ours : limit(concurrency);
    }
    return made;
  }

  private static void close(AwsCredentialsProvider provider) {
    if (provider instanceof SdkAutoCloseable closeable) {
      closeable.close();
    }
  }
}
