package io.moraine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.CatalogOptions;
import io.moraine.model.CatalogOptions.Access;
import io.moraine.model.CommitPosition;
import io.moraine.model.NewLake;
import io.moraine.model.ReadScope;
import io.moraine.model.S3Options;
import io.moraine.model.Transaction;
import io.moraine.testing.DuckLakeCommit;
import io.moraine.testing.Fixtures;
import io.moraine.testing.s3.Identity;
import io.moraine.testing.s3.LoggedRequest;
import io.moraine.testing.s3.S3Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class S3CatalogTest {
  private static final Identity READER = Identity.of("AKIDREADER", "secret-of-the-reader");

  private final S3Server server = S3Server.start();

  S3CatalogTest() {
    server.createBucket("lakes");
    server.load(Fixtures.store("moraine/shop-tail"), "lakes", "eu/shop");
    server.addIdentity(READER);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aLakeInABucketIsRead() {
    try (Catalog catalog = Catalog.open(options("s3://lakes/eu/shop/", server.options()));
        ReadScope scope = catalog.readScope()) {
      assertThat(scope.position()).isEqualTo(new CommitPosition(9, 9));
    }
    assertThat(server.log()).isNotEmpty().allMatch(each -> !each.method().equals("PUT"));
  }

  @Test
  void aLakeIsCreatedInABucketWrittenAndReadAnew() {
    CatalogOptions writable =
        options("s3://lakes/eu/new", server.options()).withAccess(Access.READ_WRITE);
    Catalog.create(writable, NewLake.PLAIN);
    assertThatThrownBy(() -> Catalog.create(writable, NewLake.PLAIN))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ALREADY_EXISTS));
    try (Catalog writer = Catalog.open(writable);
        ReadScope scope = writer.readScope();
        Transaction transaction = writer.begin(scope)) {
      DuckLakeCommit commit = new DuckLakeCommit(transaction);
      commit.createSchema("sales");
      assertThat(commit.commit()).isEqualTo(new CommitPosition(1, 1));
      assertThat(writer.flush()).isPositive();
    }
    try (Catalog reader = Catalog.open(options("s3://lakes/eu/new", server.options()));
        ReadScope scope = reader.readScope()) {
      assertThat(scope.position()).isEqualTo(new CommitPosition(1, 1));
      assertThatThrownBy(() -> reader.begin(scope))
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.READ_ONLY));
    }
  }

  @Test
  void catalogsOfOneIdentityShareTheirRevisions() {
    S3Options options = server.options();
    try (Catalog first = Catalog.open(options("s3://lakes/eu/shop", options));
        ReadScope scope = first.readScope();
        Catalog second = Catalog.open(options("s3://lakes/eu/shop/", options))) {
      assertThat(second.figures().scopes())
          .singleElement()
          .satisfies(each -> assertThat(each.snapshotId()).isEqualTo(scope.snapshotId()));
    }
  }

  @Test
  void twoIdentitiesShareNothingThatWasRead() {
    S3Options own = server.options();
    S3Options others = server.optionsOf(READER.keys(), S3Server.PATIENT);
    try (Catalog first = Catalog.open(options("s3://lakes/eu/shop", own));
        ReadScope scope = first.readScope()) {
      assertThat(scope.position().snapshotId()).isEqualTo(9);
      server.addIdentity(Identity.of("AKIDREADER", "secret-of-the-reader", "s3:GetObject"));
      assertThatThrownBy(() -> Catalog.open(options("s3://lakes/eu/shop", others)))
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FORBIDDEN))
          .hasMessageContaining("s3:GetObject");
      server.addIdentity(READER);
      server.resetLog();
      try (Catalog second = Catalog.open(options("s3://lakes/eu/shop", others))) {
        assertThat(second.figures().scopes()).isEmpty();
        assertThat(server.log()).extracting(LoggedRequest::method).contains("GET");
      }
    }
  }

  @Test
  void anotherSecretIsAnotherIdentity() {
    S3Options wrong =
        server.optionsOf(Identity.of("AKIDREADER", "another secret").keys(), S3Server.PATIENT);
    S3Options right = server.optionsOf(READER.keys(), S3Server.PATIENT);
    try (Catalog first = Catalog.open(options("s3://lakes/eu/shop", right))) {
      assertThat(first.figures().scopes()).isEmpty();
      assertThatThrownBy(() -> Catalog.open(options("s3://lakes/eu/shop", wrong)))
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FORBIDDEN))
          .hasMessageContaining("s3.secretAccessKey")
          .hasMessageNotContaining("another secret");
    }
  }

  @Test
  void aPlaceWithoutALakeIsTold() {
    assertThatThrownBy(() -> Catalog.open(options("s3://lakes/eu/nothing", server.options())))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_LAKE))
        .hasMessageContaining("s3://lakes/eu/nothing");
    assertThatThrownBy(() -> Catalog.open(options("s3://no-lakes/shop", server.options())))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.MISCONFIGURED))
        .hasMessageContaining("there is no bucket 'no-lakes'");
  }

  private static CatalogOptions options(String location, S3Options s3) {
    return CatalogOptions.of(location).withS3(s3);
  }
}
