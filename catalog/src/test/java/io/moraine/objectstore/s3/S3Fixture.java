package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Clock;
import io.moraine.base.RandomSource;
import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Limits;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.RequestCounts.Count;
import io.moraine.objectstore.RequestTally;
import io.moraine.testing.ManualClock;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import io.moraine.testing.s3.S3Server;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.AbstractObjectAssert;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A server with the bucket {@code lakes}, and stores in it that try again without a pause. */
final class S3Fixture implements AutoCloseable {
  /** Times that no test is meant to use up. */
  static final Limits PATIENT = S3Server.PATIENT;

  /**
   * Times that pass by the fixture's own clock; attempts are looked at so often. But the client,
   * which has a clock of its own, may give requests up that take as long.
   */
  private static final Limits HASTY = limits(Duration.ofMillis(100), Duration.ofSeconds(60));

  private final ManualClock clock = new ManualClock(Instant.now());
  private final S3Server server = S3Server.start();
  private final RequestTally tally = new RequestTally();
  private final S3Stores stores = new S3Stores(() -> 0);
  private final List<ObjectStore> opened = new ArrayList<>();

  S3Fixture() {
    server.createBucket("lakes");
  }

  static Limits limits(Duration attemptTimeout, Duration totalTimeout) {
    return new Limits(PATIENT.connectTimeout(), attemptTimeout, totalTimeout, 64, false);
  }

  S3Server server() {
    return server;
  }

  S3Stores stores() {
    return stores;
  }

  S3Options options(Limits limits) {
    return server.optionsOf(server.owner().keys(), limits);
  }

  /** The store {@code s3://lakes/shop}, asked by the server's owner. */
  ObjectStore open(Limits limits) {
    return open("lakes", options(limits));
  }

  /**
   * The same, by the fixture's clock, and with no time left once it pauses for the {@code last}th
   * time, as if that pause were long.
   */
  ObjectStore openUntilPause(int last) {
    return openUntilPause(last, PATIENT);
  }

  /** The same for requests that are given up, see {@link #inVain}. */
  ObjectStore openHastilyUntilPause(int last) {
    return openUntilPause(last, HASTY);
  }

  private ObjectStore openUntilPause(int last, Limits limits) {
    AtomicInteger pauses = new AtomicInteger();
    RandomSource random =
        () -> {
          if (pauses.incrementAndGet() < last) {
            return 0;
          }
          clock.advance(limits.totalTimeout());
          return 0.5;
        };
    return open(new S3Stores(random), "lakes", "shop", options(limits), clock);
  }

  /** The same, by the fixture's clock. */
  ObjectStore openHasty() {
    return openByOwnClock(HASTY);
  }

  /** The same with other limits. */
  ObjectStore openByOwnClock(Limits limits) {
    return open(stores, "lakes", "shop", options(limits), clock);
  }

  /** The same faults, during each of which the time of an attempt passes by the fixture's clock. */
  FaultRule inVain(FaultRule faults) {
    return taking(HASTY.attemptTimeout(), faults);
  }

  /** The same faults, each of which takes a while by the fixture's clock. */
  FaultRule taking(Duration time, FaultRule faults) {
    return request -> {
      Fault fault = faults.faultFor(request);
      if (fault != null) {
        clock.advance(time);
      }
      return fault;
    };
  }

  /** The store at the prefix {@code shop} of a bucket. */
  ObjectStore open(String bucket, S3Options options) {
    return open(stores, bucket, "shop", options, Clock.SYSTEM);
  }

  /** The store that is all of the bucket, asked by the server's owner. */
  ObjectStore openWhole() {
    return open(stores, "lakes", "", options(PATIENT), Clock.SYSTEM);
  }

  private ObjectStore open(
      S3Stores from, String bucket, String prefix, S3Options options, Clock by) {
    S3Access access = from.access("s3://" + bucket, options);
    ObjectStore store = from.open(access, bucket, prefix, tally, by);
    opened.add(store);
    return store;
  }

  /** What all stores counted. */
  Count count() {
    return tally.counts().total();
  }

  /** The error that {@code call} ends with. */
  static ObjectStoreException errorOf(ThrowingCallable call) {
    AbstractObjectAssert<?, ObjectStoreException> thrown =
        assertThatThrownBy(call)
            .asInstanceOf(InstanceOfAssertFactories.type(ObjectStoreException.class));
    return thrown.actual();
  }

  @Override
  public void close() {
    opened.forEach(ObjectStore::close);
    server.close();
  }
}
