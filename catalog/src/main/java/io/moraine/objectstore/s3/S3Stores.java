package io.moraine.objectstore.s3;

import io.moraine.base.Clock;
import io.moraine.base.RandomSource;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.RequestTally;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Opens stores in S3. Those of one of these share clients where they ask the same way, and the
 * limit on requests under way, which the first of them fixes. Thread-safe.
 */
public final class S3Stores {
  private final SharedClients clients = new SharedClients();
  private final AtomicReference<@Nullable InFlightLimit> inFlight = new AtomicReference<>();
  private final RandomSource random;

  /** Stores that pause between attempts for times of {@code random}'s choice. */
  public S3Stores(RandomSource random) {
    this.random = random;
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
    S3Location location = new S3Location(bucket, prefix);
    S3Errors errors = new S3Errors(location, access, clock);
    Requests requests =
        new Requests(
            access.options().limits(),
            limit(access.options().limits().concurrency()),
            errors,
            tally,
            clock,
            random);
    String identity = access.identity();
    return new S3ObjectStore(
        location,
        new S3Requests(clients.share(access), location, access.options()),
        requests,
        errors,
        () -> clients.release(identity));
  }

  private InFlightLimit limit(int concurrency) {
    InFlightLimit made = inFlight.get();
    if (made == null) {
      InFlightLimit ours = new InFlightLimit(concurrency);
      made = inFlight.compareAndSet(null, ours) ? ours : limit(concurrency);
    }
    return made;
  }
}
