package io.moraine.api;

import io.moraine.api.FaultyLake.Operation;
import io.moraine.model.CatalogOptions;
import io.moraine.model.S3Options.Limits;
import io.moraine.testing.Fixtures;
import io.moraine.testing.s3.FaultRule;
import io.moraine.testing.s3.LoggedRequest;
import io.moraine.testing.s3.S3Server;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server with a bucket for each case, each with faults of its own, so that many cases run at the
 * same time and share clients, which take long to close.
 */
final class FaultyServer implements AutoCloseable {
  private final S3Server server = S3Server.start();
  private final Map<String, String> masters = new ConcurrentHashMap<>();
  private final Map<String, FaultRule> rules = new ConcurrentHashMap<>();
  private final Map<Limits, FaultyLake> keepers = new ConcurrentHashMap<>();
  private final AtomicInteger buckets = new AtomicInteger();

  FaultyServer() {
    server.faults(
        request -> rules.getOrDefault(request.bucket(), FaultRule.NONE).faultFor(request));
  }

  /** A lake that nobody has read yet, where {@code operation} begins. */
  FaultyLake lake(Operation operation, Limits limits) {
    keepers.computeIfAbsent(limits, each -> prepared(Operation.NEW_REVISION, each));
    return prepared(operation, limits);
  }

  private FaultyLake prepared(Operation operation, Limits limits) {
    String bucket = "lake-" + buckets.incrementAndGet();
    server.createBucket(bucket);
    FaultyLake lake = new FaultyLake(this, bucket, limits);
    lake.prepare(operation);
    return lake;
  }

  /** Options by which a revision may take as long to open as a request. */
  CatalogOptions options(String location, Limits limits) {
    CatalogOptions usual = CatalogOptions.of(location);
    Duration opening = usual.acquisitionTimeout();
    return usual
        .withFreshness(Duration.ZERO)
        .withAcquisitionTimeout(
            opening.compareTo(limits.totalTimeout()) > 0 ? opening : limits.totalTimeout())
        .withS3(server.optionsOf(server.owner().keys(), limits));
  }

  /** Adds the objects of a fixture to a bucket. */
  void put(String bucket, String fixture) {
    server.copyAll(masters.computeIfAbsent(fixture, this::load), bucket);
  }

  private String load(String fixture) {
    String master = "master-" + fixture.replace('/', '-');
    server.createBucket(master);
    server.load(Fixtures.store(fixture), master, "db");
    return master;
  }

  void discard(String bucket) {
    rules.remove(bucket);
    server.createBucket(bucket);
  }

  void faults(String bucket, FaultRule rule) {
    rules.put(bucket, rule);
  }

  List<LoggedRequest> log(String bucket) {
    return server.log().stream().filter(each -> each.bucket().equals(bucket)).toList();
  }

  @Override
  public void close() {
    keepers.values().forEach(FaultyLake::close);
    server.close();
  }
}
