package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.model.S3Options.Limits;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.Identity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;

/** What stores have in common, and that it ends. */
class S3StoresTest {
  private static final Bytes CONTENT = Bytes.utf8("content");

  private final S3Fixture s3 = new S3Fixture();
  private final Set<Thread> threadsBefore = Thread.getAllStackTraces().keySet();

  S3StoresTest() {
    s3.server().put("lakes", "shop/wal/1.sst", CONTENT);
  }

  @AfterEach
  void close() {
    s3.close();
  }

  @Test
  void storesThatAskAlikeShareConnectionsUntilTheLastIsClosed() {
    ObjectStore first = s3.open(S3Fixture.PATIENT);
    ObjectStore second = s3.open(S3Fixture.PATIENT);
    first.read("wal/1.sst");
    second.read("wal/1.sst");
    first.close();
    assertThat(second.read("wal/1.sst")).isEqualTo(CONTENT);
    assertThat(s3.server().connections()).isLessThanOrEqualTo(2);
  }

  @Test
  void storesThatAskInDifferentNamesShareNoConnection() {
    Identity reader = Identity.of("AKIDREADER", "secret");
    s3.server().addIdentity(reader);
    s3.open(S3Fixture.PATIENT).read("wal/1.sst");
    s3.open("lakes", s3.server().optionsOf(reader.keys(), S3Fixture.PATIENT)).read("wal/1.sst");
    assertThat(s3.server().connections()).isEqualTo(2);
  }

  @Test
  void anAnswerThatThereIsNothingCostsNoConnection() {
    ObjectStore store = s3.open(S3Fixture.PATIENT);
    String etag = store.readIfChanged("wal/1.sst", "").orElseThrow().etag();
    for (int i = 0; i < 20; i++) {
      assertThat(store.head("wal/2.sst")).isEmpty();
      assertThat(S3Fixture.errorOf(() -> store.read("wal/2.sst")).kind()).isEqualTo(Kind.NOT_FOUND);
      assertThat(store.readIfChanged("wal/1.sst", etag)).isEmpty();
      assertThat(store.putIfAbsent("wal/1.sst", CONTENT, "put"))
          .isEqualTo(ObjectStore.PutOutcome.EXISTS);
    }
    // A request may find the connection of the one before not yet given back.
    assertThat(s3.server().connections()).isLessThanOrEqualTo(4);
  }

  @Test
  void noThreadIsLeftOnceAllStoresAreClosed() throws Exception {
    Identity reader = Identity.of("AKIDREADER", "secret");
    s3.server().addIdentity(reader);
    s3.open(S3Fixture.PATIENT).list("wal", "");
    s3.open("lakes", s3.server().optionsOf(reader.keys(), S3Fixture.PATIENT)).list("wal", "");
    List<Thread> ours = new ArrayList<>(Thread.getAllStackTraces().keySet());
    ours.removeAll(threadsBefore);
    ours.removeIf(thread -> thread.getName().startsWith("s3-server"));
    assertThat(ours).extracting(Thread::getName).anyMatch(name -> name.startsWith("moraine-s3"));
    assertThat(ours).allMatch(Thread::isDaemon);
    s3.close();
    for (Thread each : ours) {
      each.join(Duration.ofMinutes(2).toMillis());
      assertThat(each.isAlive()).as(each.getName()).isFalse();
    }
  }

  @Test
  void requestsUnderWayAreLimitedForAllStoresTogether() throws Exception {
    Identity reader = Identity.of("AKIDREADER", "secret");
    s3.server().addIdentity(reader);
    Limits four = limits(4);
    List<ObjectStore> stores =
        List.of(s3.open(four), s3.open("lakes", s3.server().optionsOf(reader.keys(), limits(50))));
    CountDownLatch arrived = new CountDownLatch(4);
    s3.server()
        .faults(
            request -> {
              arrived.countDown();
              awaitAll(arrived);
              return null;
            });
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      List<Future<Bytes>> reads = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        ObjectStore store = stores.get(i % 2);
        reads.add(threads.submit(() -> store.read("wal/1.sst")));
      }
      for (Future<Bytes> read : reads) {
        assertThat(read.get()).isEqualTo(CONTENT);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(s3.server().requestsInFlightPeak()).isEqualTo(4);
  }

  private static void awaitAll(CountDownLatch arrivals) {
    try {
      assertThat(arrivals.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoWaitsForAPlaceWaitsNoLongerThanForAnAnswer() throws Exception {
    ObjectStore holding = s3.open(limits(1));
    ObjectStore hasty = s3.open(S3Fixture.limits(Duration.ofMinutes(1), Duration.ofMillis(300)));
    CountDownLatch arrived = new CountDownLatch(1);
    s3.server()
        .faults(
            request -> {
              arrived.countDown();
              return Fault.hang();
            });
    FutureTask<ObjectStoreException> held =
        new FutureTask<>(() -> S3Fixture.errorOf(() -> holding.read("wal/1.sst")));
    new Thread(held).start();
    arrived.await();
    assertThat(S3Fixture.errorOf(() -> hasty.read("wal/1.sst")).kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(s3.server().requestsInFlightPeak()).isEqualTo(1);
    holding.close();
    assertThat(held.get().kind()).isEqualTo(Kind.UNAVAILABLE);
  }

  @Test
  void nettyIsUsedWhereTheNativeClientIsNot() {
    try (SdkAsyncHttpClient client = HttpClients.build(s3.options(S3Fixture.PATIENT))) {
      assertThat(client.clientName()).isEqualTo("NettyNio");
    }
  }

  private static Limits limits(int concurrency) {
    Limits patient = S3Fixture.PATIENT;
    return new Limits(
        patient.connectTimeout(),
        patient.attemptTimeout(),
        patient.totalTimeout(),
        concurrency,
        false);
  }
}
