package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.model.CatalogException;
import io.moraine.model.CatalogException.Kind;
import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Credentials;
import io.moraine.model.S3Options.DefaultChain;
import io.moraine.model.S3Options.Keys;
import io.moraine.model.S3Options.Profile;
import io.moraine.model.Secret;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.RequestTally;
import io.moraine.testing.s3.Identity;
import io.moraine.testing.s3.S3Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where region and credentials come from. */
class S3AccessTest {
  private static final List<String> SETTINGS =
      List.of(
          "aws.configFile",
          "aws.sharedCredentialsFile",
          "aws.profile",
          "aws.region",
          "aws.accessKeyId",
          "aws.secretAccessKey",
          "aws.disableEc2Metadata",
          "aws.endpointUrlSts");

  private final S3Stores stores = new S3Stores(() -> 0);
  @TempDir private Path folder;

  @BeforeEach
  void knowNothing() throws IOException {
    System.setProperty("aws.disableEc2Metadata", "true");
    profiles("", "");
  }

  @AfterEach
  void forgetSettings() {
    SETTINGS.forEach(System::clearProperty);
  }

  @Test
  void theRegionOfTheOptionsGoesBeforeThatOfTheEnvironment() {
    System.setProperty("aws.region", "eu-west-3");
    assertThat(region(options(Optional.of("eu-north-1"), Optional.empty())))
        .isEqualTo("eu-north-1");
    assertThat(region(options(Optional.empty(), Optional.empty()))).isEqualTo("eu-west-3");
    assertThat(region(options(Optional.empty(), endpoint()))).isEqualTo("eu-west-3");
  }

  @Test
  void aProfileHasARegion() throws IOException {
    profiles("[default]\nregion=eu-west-1\n[profile shop]\nregion=eu-west-2\n", "");
    assertThat(region(options(Optional.empty(), Optional.empty()))).isEqualTo("eu-west-1");
    profiles(
        "[default]\nregion=eu-west-1\n[profile shop]\nregion=eu-west-2\n",
        "[shop]\naws_access_key_id=AKIDSHOP\naws_secret_access_key=secret\n");
    assertThat(region(with(options(Optional.empty(), Optional.empty()), new Profile("shop"))))
        .isEqualTo("eu-west-2");
  }

  @Test
  void anEndpointNeedsNoRegion() {
    assertThat(region(options(Optional.empty(), endpoint()))).isEqualTo("us-east-1");
  }

  @Test
  void amazonsS3NeedsARegion() {
    assertThatThrownBy(() -> region(options(Optional.empty(), Optional.empty())))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_REQUEST))
        .hasMessageStartingWith("s3://lakes/shop: ")
        .hasMessageContaining("set s3.region");
  }

  @Test
  void credentialsOfAProfileAreUsed() throws IOException {
    profiles("", "[shop]\naws_access_key_id=AKIDSHOP\naws_secret_access_key=secret-of-shop\n");
    assertReads(Identity.of("AKIDSHOP", "secret-of-shop"), new Profile("shop"));
  }

  @Test
  void credentialsOfTheEnvironmentAreUsed() {
    System.setProperty("aws.accessKeyId", "AKIDOFJAVA");
    System.setProperty("aws.secretAccessKey", "secret-of-java");
    assertReads(Identity.of("AKIDOFJAVA", "secret-of-java"), new DefaultChain());
  }

  @Test
  void aProfileMayAssumeARoleAndDoesSoOnceForAllWhoUseIt() throws IOException {
    AtomicInteger assumed = new AtomicInteger();
    HttpServer sts =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    sts.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] answer =
              roleCredentials(assumed.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    sts.start();
    System.setProperty("aws.endpointUrlSts", "http://127.0.0.1:" + sts.getAddress().getPort());
    profiles(
        """
        [profile reader]
        role_arn=arn:aws:iam::1:role/reader
        source_profile=base
        region=eu-central-1
        """,
        "[base]\naws_access_key_id=AKIDBASE\naws_secret_access_key=secret\n");
    try (S3Access kept =
        stores.access(
            "s3://lakes/shop",
            with(options(Optional.empty(), endpoint()), new Profile("reader")))) {
      assertThat(kept.who()).isEqualTo("key ASIAROLE1");
      Identity role = Identity.of("ASIAROLE1", "secret-of-role").withSessionToken("token-of-role");
      assertReads(role, new Profile("reader"));
      assertThat(assumed).hasValue(1);
    } finally {
      sts.stop(0);
    }
  }

  private static String roleCredentials(int number) {
    return "<AssumeRoleResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\">"
        + "<AssumeRoleResult><Credentials><AccessKeyId>ASIAROLE"
        + number
        + "</AccessKeyId><SecretAccessKey>secret-of-role</SecretAccessKey>"
        + "<SessionToken>token-of-role</SessionToken>"
        + "<Expiration>2100-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult>"
        + "</AssumeRoleResponse>";
  }

  @Test
  void whoHasNoCredentialsIsToldWhatToSet() throws IOException {
    profiles("", "[other]\naws_access_key_id=AKIDOTHER\naws_secret_access_key=secret-of-other\n");
    assertNoCredentials(new Profile("shop"), "profile 'shop' gives no credentials");
    assertNoCredentials(new DefaultChain(), "neither environment nor profile nor machine");
  }

  @Test
  void anIdentityIsThatOfTheKeysWhereverTheyWereFound() throws IOException {
    profiles("", "[shop]\naws_access_key_id=AKIDSHOP\naws_secret_access_key=secret\n");
    S3Options base = options(Optional.of("eu-west-1"), Optional.empty());
    Keys keys = new Keys("AKIDSHOP", new Secret("secret"), Optional.empty());
    String found = identity(with(base, new Profile("shop")));
    assertThat(identity(with(base, keys))).isEqualTo(found).matches("[0-9a-f]{64}");
    List<S3Options> others =
        List.of(
            with(base, new Keys("AKIDSHOP", new Secret("other"), Optional.empty())),
            with(base, new Keys("AKIDSHOP2", new Secret("secret"), Optional.empty())),
            with(
                base, new Keys("AKIDSHOP", new Secret("secret"), Optional.of(new Secret("token")))),
            with(base, new S3Options.Anonymous()),
            with(options(Optional.of("eu-west-2"), Optional.empty()), keys),
            with(options(Optional.of("eu-west-1"), endpoint()), keys));
    assertThat(others.stream().map(this::identity).toList())
        .doesNotContain(found)
        .doesNotHaveDuplicates();
  }

  private void assertReads(Identity identity, Credentials credentials) {
    try (S3Server server = S3Server.start()) {
      server.createBucket("lakes");
      server.addIdentity(identity);
      server.put("lakes", "shop/wal/1.sst", Bytes.utf8("content"));
      S3Access access =
          stores.access("s3://lakes/shop", server.optionsOf(credentials, S3Fixture.PATIENT));
      try (ObjectStore store =
          stores.open(access, "lakes", "shop", new RequestTally(), Clock.SYSTEM)) {
        assertThat(store.read("wal/1.sst")).isEqualTo(Bytes.utf8("content"));
      }
    }
  }

  private void assertNoCredentials(Credentials credentials, String why) {
    S3Options options = with(options(Optional.of("eu-west-1"), Optional.empty()), credentials);
    assertThatThrownBy(() -> stores.access("s3://lakes/shop", options))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FORBIDDEN))
        .hasMessageStartingWith("s3://lakes/shop: ")
        .hasMessageContaining(why)
        .hasMessageContaining("set s3.accessKeyId and s3.secretAccessKey, s3.profile, or")
        .hasMessageNotContaining("secret-of-other");
  }

  private String region(S3Options options) {
    try (S3Access access = stores.access("s3://lakes/shop", options)) {
      return access.region().id();
    }
  }

  private String identity(S3Options options) {
    try (S3Access access = stores.access("s3://lakes/shop", options)) {
      return access.identity();
    }
  }

  private void profiles(String config, String credentials) throws IOException {
    Path configFile = Files.writeString(folder.resolve("config"), config);
    Path credentialsFile = Files.writeString(folder.resolve("credentials"), credentials);
    System.setProperty("aws.configFile", configFile.toString());
    System.setProperty("aws.sharedCredentialsFile", credentialsFile.toString());
  }

  private static Optional<URI> endpoint() {
    return Optional.of(URI.create("http://127.0.0.1:1"));
  }

  private static S3Options options(Optional<String> region, Optional<URI> endpoint) {
    S3Options defaults = S3Options.DEFAULT;
    return new S3Options(
        region,
        endpoint,
        Optional.empty(),
        new Keys("AKID", new Secret("secret"), Optional.empty()),
        false,
        Optional.empty(),
        defaults.checksums(),
        Optional.empty(),
        defaults.limits());
  }

  private static S3Options with(S3Options options, Credentials credentials) {
    return new S3Options(
        options.region(),
        options.endpoint(),
        options.pathStyle(),
        credentials,
        options.requesterPays(),
        options.encryption(),
        options.checksums(),
        options.proxy(),
        options.limits());
  }
}
