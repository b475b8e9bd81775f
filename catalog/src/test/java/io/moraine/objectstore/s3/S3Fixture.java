package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.base.Clock;
import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Limits;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.RequestCounts.Count;
import io.moraine.objectstore.RequestTally;
import io.moraine.testing.s3.S3Server;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractObjectAssert;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A server with the bucket {@code lakes}, and stores in it that try again without a pause. */
final class S3Fixture implements AutoCloseable {
  /** Times that no test is meant to use up. */
  static final Limits PATIENT = limits(Duration.ofSeconds(20), Duration.ofSeconds(60));

  private final S3Server server = S3Server.start();
  private final RequestTally tally = new RequestTally();
  private final S3Stores stores = new S3Stores(() -> 0);
  private final List<ObjectStore> opened = new ArrayList<>();

  S3Fixture() {
    server.createBucket("lakes");
  }

  static Limits limits(Duration attemptTimeout, Duration totalTimeout) {
    return new Limits(Duration.ofSeconds(5), attemptTimeout, totalTimeout, 64, false);
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

  /** The same, with pauses that are this part of their longest. */
  ObjectStore open(Limits limits, double pauses) {
    return open(new S3Stores(() -> pauses), "lakes", "shop", options(limits));
  }

  /** The store at the prefix {@code shop} of a bucket. */
  ObjectStore open(String bucket, S3Options options) {
    return open(stores, bucket, "shop", options);
  }

  /** The store that is all of the bucket, asked by the server's owner. */
  ObjectStore openWhole() {
    return open(stores, "lakes", "", options(PATIENT));
  }

  private ObjectStore open(S3Stores from, String bucket, String prefix, S3Options options) {
    S3Access access = from.access("s3://" + bucket, options);
    ObjectStore store = from.open(access, bucket, prefix, tally, Clock.SYSTEM);
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
