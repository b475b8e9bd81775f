package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.CatalogOptions.ReaderLease;
import io.moraine.model.CollectedKind;
import io.moraine.model.CollectionOptions;
import io.moraine.model.CollectionReport;
import io.moraine.model.ReadScope;
import io.moraine.model.TakeOver;
import io.moraine.model.WriterSettings;
import io.moraine.testing.Fixtures;
import io.moraine.testing.ScopeRows;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import io.moraine.testing.s3.Identity;
import io.moraine.testing.s3.S3Server;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A lake in a bucket is collected. */
class S3CollectionTest {
  private static final CollectionOptions AT_ONCE =
      CollectionOptions.DEFAULT.withMinAge(Duration.ZERO);

  private final S3Server server = S3Server.start();

  @BeforeEach
  void loadLake() {
    server.createBucket("lakes");
    server.load(Fixtures.store("moraine/shop"), "lakes", "shop");
    server.clockAhead(Duration.ofSeconds(3));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CatalogOptions options(Identity who) {
    return CatalogOptions.of("s3://lakes/shop")
        .withAccess(Access.READ_WRITE)
        .withReaderLease(ReaderLease.FALSE)
        .withWriter(WriterSettings.DEFAULT.withTakeOver(TakeOver.FORCE))
        .withS3(server.optionsOf(who.keys(), S3Server.PATIENT));
  }

  @Test
  void theBoundaryIsCreatedThenReplacedAndTheRowsStay() {
    try (Catalog catalog = Catalog.open(options(server.owner()))) {
      Map<String, List<String>> before = rows(catalog);
      CollectionReport first = catalog.collect(AT_ONCE);
      assertThat(first.isComplete()).as("%s", first).isTrue();
      assertThat(first.kinds()).anyMatch(each -> each.deleted() > 0);
      assertThat(server.get("lakes", "shop/gc/manifest.boundary")).isPresent();
      catalog.flush();
      server.clockAhead(Duration.ofSeconds(6));
      CollectionReport second = catalog.collect(AT_ONCE);
      assertThat(second.isComplete()).as("%s", second).isTrue();
      assertThat(boundary(second)).isGreaterThan(boundary(first));
      assertThat(rows(catalog)).isEqualTo(before);
    }
  }

  @Test
  void aRoundThatFindsNothingTakesFewRequests() {
    try (Catalog catalog = Catalog.open(options(server.owner()))) {
      var unused = catalog.collect(AT_ONCE);
      server.resetLog();
      CollectionReport nothing = catalog.collect(AT_ONCE);
      assertThat(nothing.kinds()).allMatch(each -> each.deleted() == 0);
      System.out.println("A round that finds nothing: " + server.log().size() + " requests");
      assertThat(server.log()).hasSizeLessThanOrEqualTo(25);
    }
  }

  @Test
  void whereObjectsCannotBeReplacedTheLogIsCollectedAllTheSame() {
    try (Catalog catalog = Catalog.open(options(server.owner()))) {
      server.faults(
          FaultRule.always(
              request -> request.method().equals("PUT") && request.toString().contains("boundary"),
              Fault.error(501, "NotImplemented")));
      CollectionReport report = catalog.collect(AT_ONCE);
      assertThat(kind(report, CollectedKind.MANIFESTS).problem()).isPresent();
      assertThat(kind(report, CollectedKind.MANIFESTS).deleted()).isZero();
      assertThat(kind(report, CollectedKind.LOG_OBJECTS).deleted()).isPositive();
    }
  }

  @Test
  void whoMayNotDeleteDeletesNothing() {
    Identity writer = Identity.of("AKIDWRITER", "secret", "s3:DeleteObject");
    server.addIdentity(writer);
    try (Catalog catalog = Catalog.open(options(writer))) {
      Map<String, List<String>> before = rows(catalog);
      CollectionReport report = catalog.collect(AT_ONCE);
      assertThat(report.isComplete()).isFalse();
      assertThat(report.kinds()).allMatch(each -> each.deleted() == 0);
      assertThat(rows(catalog)).isEqualTo(before);
    }
  }

  private static CollectionReport.Kind kind(CollectionReport report, CollectedKind kind) {
    return report.kinds().stream().filter(each -> each.kind() == kind).findFirst().orElseThrow();
  }

  private static long boundary(CollectionReport report) {
    return kind(report, CollectedKind.MANIFESTS).boundary().orElseThrow();
  }

  private static Map<String, List<String>> rows(Catalog catalog) {
    try (ReadScope scope = catalog.readScope()) {
      return ScopeRows.all(scope);
    }
  }
}
