package io.moraine.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.model.CatalogFigures.Requests;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.testing.Fixtures;
import io.moraine.testing.ManifestEdits;
import io.moraine.testing.ManualClock;
import io.moraine.testing.SlowObjectStore;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a reader costs that opens a scope at fixed intervals for a month of 30 days, by the public
 * prices of S3 Standard, beside one that lists the manifests each time. One day is simulated, or
 * less if there are very many scopes in a day, on a clock that the test moves.
 */
class FollowingCostTest {
  private static final System.Logger LOGGER = System.getLogger(FollowingCostTest.class.getName());
  private static final StoreLayout LAYOUT = new StoreLayout("");
  private static final Duration MONTH = Duration.ofDays(30);
  private static final Duration COMMITS = Duration.ofMinutes(1);
  private static final int FLUSHED_AT_ONCE = 64;
  private static final int MANIFEST_EACH = 4;
  private static final int MOST_SCOPES = 8640;

  /** Dollars for a GET or a HEAD. */
  private static final double READ_PRICE = 0.0004 / 1000;

  /** Dollars for a page of a listing. */
  private static final double LIST_PRICE = 0.005 / 1000;

  private final ManualClock clock = new ManualClock(Instant.parse("2026-11-30T00:15:00Z"));
  private final MemoryObjectStore objects = new MemoryObjectStore("followed", clock);
  private Bytes manifest = Bytes.EMPTY;
  private long lastManifestId;
  private long lastWalId;

  /** Who commits each minute, and how. */
  enum Writer {
    /** Nobody. */
    NONE,
    /** One that appends to the log, and writes a manifest now and then. */
    LOGGING,
    /** One that publishes each commit in a manifest. */
    PUBLISHING
  }

  @ParameterizedTest
  @CsvSource({
    "1, NONE, 3.50",
    "10, NONE, 0.40",
    "30, NONE, 0.20",
    "60, NONE, 0.15",
    "10, LOGGING, 0.50",
    "30, LOGGING, 0.30",
    "60, LOGGING, 0.80",
    "10, PUBLISHING, 0.50",
    "30, PUBLISHING, 0.30",
    "60, PUBLISHING, 0.80",
  })
  void followingALakeCostsLittle(int seconds, Writer writer, double mostDollars) {
    Duration interval = Duration.ofSeconds(seconds);
    int scopes = (int) Math.min(MOST_SCOPES, Duration.ofDays(1).dividedBy(interval));
    long times = MONTH.dividedBy(interval.multipliedBy(scopes));
    fill();
    try (OpenLake lake =
        TestLakes.over(
            new SlowObjectStore(objects, clock, Duration.ZERO), clock, ReadOptions.DEFAULT)) {
      follow(lake, interval, scopes, writer);
      List<Requests> requests = lake.figures().requests();
      double probing =
          times * dollars(sum(requests, Requests::reads), sum(requests, Requests::listings));
      // A page, the manifest and the boundary each time; the rest as above.
      double listing = times * dollars(readsOf(requests, "wal", "table") + 2L * scopes, scopes);
      report(seconds, writer, times, requests, probing, listing);
      assertThat(probing).isLessThan(mostDollars).isLessThan(listing);
    }
  }

  /** Opens scopes, while the writer commits; each shows the last commit. */
  private void follow(OpenLake lake, Duration interval, int scopes, Writer writer) {
    for (int i = 0; i < scopes; i++) {
      boolean committed = interval.multipliedBy(i).toSeconds() % COMMITS.toSeconds() == 0;
      if (committed) {
        commit(writer);
      }
      TestLakes.newest(lake).close();
      if (committed) {
        assertThat(lake.figures().generations()).anyMatch(each -> each.lastWalId() == lastWalId);
      }
      clock.advance(interval);
    }
  }

  private void commit(Writer writer) {
    if (writer == Writer.NONE) {
      return;
    }
    lastWalId++;
    put(LAYOUT.wal(lastWalId), Bytes.EMPTY);
    if (lastWalId % FLUSHED_AT_ONCE == 0) {
      manifest = ManifestEdits.withReplayAfterWalId(manifest, lastWalId);
    }
    if (writer == Writer.PUBLISHING) {
      putManifest(
          ManifestEdits.withCheckpoint(
              ManifestEdits.withWalIdLastSeen(manifest, lastWalId),
              new UUID(1, lastWalId),
              "moraine-publication",
              lastManifestId + 1,
              0));
    } else if (lastWalId % MANIFEST_EACH == 0) {
      putManifest(ManifestEdits.withWalIdLastSeen(manifest, lastWalId));
    }
  }

  /** Brings in a lake whose rows are all in tables. */
  private void fill() {
    ObjectStore fixture = FileObjectStore.open(Fixtures.store("moraine/shop").toString(), clock);
    for (String folder : List.of("manifest", "wal", "compacted")) {
      fixture.list(folder, "").forEach(each -> put(each.path(), fixture.read(each.path())));
    }
    Manifest newest = Stores.manifests(objects, LAYOUT).readLatest().orElseThrow();
    lastManifestId = newest.id();
    lastWalId = newest.walIdLastSeen();
    manifest = objects.read(LAYOUT.manifest(lastManifestId));
  }

  private void putManifest(Bytes content) {
    lastManifestId++;
    put(LAYOUT.manifest(lastManifestId), content);
  }

  private void put(String path, Bytes content) {
    objects.putIfAbsent(path, content, path);
  }

  private static long sum(List<Requests> requests, ToLongFunction<Requests> count) {
    return requests.stream().mapToLong(count).sum();
  }

  private static long readsOf(List<Requests> requests, String... kinds) {
    return requests.stream()
        .filter(each -> List.of(kinds).contains(each.objects()))
        .mapToLong(Requests::reads)
        .sum();
  }

  private static double dollars(long reads, long listings) {
    return reads * READ_PRICE + listings * LIST_PRICE;
  }

  private static void report(
      int seconds,
      Writer writer,
      long times,
      List<Requests> requests,
      double probing,
      double listing) {
    StringBuilder line =
        new StringBuilder("each %d s, %s: ".formatted(seconds, writer).toLowerCase(Locale.ROOT));
    for (Requests each : requests) {
      line.append(
          "%s %,d reads %,d listings, "
              .formatted(each.objects(), times * each.reads(), times * each.listings()));
    }
    line.append("%.2f $ a month, by listing %.2f $".formatted(probing, listing));
    LOGGER.log(System.Logger.Level.INFO, line.toString());
  }
}
