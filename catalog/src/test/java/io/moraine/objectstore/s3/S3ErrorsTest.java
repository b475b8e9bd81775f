package io.moraine.objectstore.s3;

import static java.lang.ProcessBuilder.Redirect.DISCARD;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.RandomSource;
import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Anonymous;
import io.moraine.model.S3Options.Credentials;
import io.moraine.model.S3Options.Limits;
import io.moraine.model.Secret;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.ObjectStoreException;
import io.moraine.objectstore.ObjectStoreException.Kind;
import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.FaultRule;
import io.moraine.testing.s3.Identity;
import io.moraine.testing.s3.S3Server;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What a user is told. */
class S3ErrorsTest {
  private static final String SECRET = "a-secret-that-nobody-must-see";
  private static final String TOKEN = "a-token-that-nobody-must-see";

  private final S3Fixture s3 = new S3Fixture();
  private final List<ObjectStoreException> errors = new ArrayList<>();

  S3ErrorsTest() {
    s3.server().put("lakes", "shop/wal/1.sst", Bytes.utf8("content"));
  }

  @AfterEach
  void noErrorShowsASecret() {
    s3.close();
    for (ObjectStoreException error : errors) {
      for (Throwable each = error; each != null; each = each.getCause()) {
        assertThat(each.toString()).doesNotContain(SECRET).doesNotContain(TOKEN);
      }
    }
  }

  @Test
  void anObjectThatIsNotThere() {
    assertError(Kind.NOT_FOUND, () -> owner().read("wal/2.sst"))
        .isEqualTo("s3://lakes/shop/wal/2.sst: no such object");
  }

  @Test
  void aBucketThatIsNotThere() {
    ObjectStore store = s3.open("no-lakes", s3.options(S3Fixture.PATIENT));
    for (ThrowingCallable request : requests(store)) {
      assertError(Kind.MISCONFIGURED, request)
          .startsWith("s3://no-lakes/shop/")
          .contains("there is no bucket 'no-lakes' at http://127.0.0.1:");
    }
  }

  @Test
  void aBucketOfAnotherRegion() {
    s3.server().createBucketIn("ap-south-1", "far-lakes");
    ObjectStore store = s3.open("far-lakes", s3.options(S3Fixture.PATIENT));
    for (ThrowingCallable request : requests(store)) {
      assertError(Kind.MISCONFIGURED, request)
          .contains("asked as in region eu-central-1, the bucket is in ap-south-1")
          .endsWith("set s3.region=ap-south-1");
    }
    assertError(Kind.MISCONFIGURED, () -> store.head("wal/1.sst"))
        .endsWith("set s3.region=ap-south-1");
  }

  @Test
  void anObjectThatIsNotThereIsNotThereWhateverRegionTheStoreSaysItIsIn() {
    S3Access access =
        new S3Stores(RandomSource.SYSTEM).access("s3://lakes", s3.options(S3Fixture.PATIENT));
    S3Errors errors = new S3Errors(new S3Location("lakes", "shop"), access, Clock.SYSTEM);
    SdkHttpResponse response =
        SdkHttpResponse.builder().statusCode(404).putHeader("x-amz-bucket-region", "mars").build();
    AwsServiceException refusal =
        S3Exception.builder()
            .statusCode(404)
            .awsErrorDetails(
                AwsErrorDetails.builder().errorCode("NoSuchKey").sdkHttpResponse(response).build())
            .build();
    assertThat(errors.of("wal/1.sst", S3Action.GET, refusal).kind()).isEqualTo(Kind.NOT_FOUND);
    access.close();
  }

  @Test
  void aRequestSignedForAnotherRegion() {
    S3Options owner = s3.options(S3Fixture.PATIENT);
    ObjectStore store = s3.open("lakes", with(owner, "us-west-2", owner.endpoint()));
    for (ThrowingCallable request : requests(store)) {
      assertError(Kind.MISCONFIGURED, request)
          .contains("AuthorizationHeaderMalformed")
          .contains("asked as in region us-west-2, the bucket is in eu-central-1");
    }
  }

  @Test
  void aClockThatIsWrong() {
    Duration ahead = Duration.ofHours(3);
    s3.server().clockAhead(ahead);
    Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String told = error(Kind.MISCONFIGURED, () -> owner().read("wal/1.sst"));
    Instant after = Instant.now();
    assertThat(told).endsWith("set the clock");
    assertThat(timeAfter("it is ", told)).isBetween(before, after);
    assertThat(timeAfter(" by this machine's clock and ", told))
        .isBetween(before.plus(ahead), after.plus(ahead));
  }

  private static Instant timeAfter(String words, String text) {
    Matcher found = Pattern.compile(Pattern.quote(words) + "([0-9T:.-]+Z)").matcher(text);
    assertThat(found.find()).as(text).isTrue();
    return Instant.parse(found.group(1));
  }

  @Test
  void aKeyThatNobodyKnows() {
    ObjectStore store = as(Identity.of("AKIDUNKNOWN", SECRET).keys());
    for (ThrowingCallable request : requests(store)) {
      assertError(Kind.FORBIDDEN, request)
          .contains("InvalidAccessKeyId")
          .contains("s3.accessKeyId names a key that this store knows")
          .endsWith("asked as key AKIDUNKNOWN");
    }
  }

  @Test
  void aSecretThatIsWrong() {
    ObjectStore store = as(Identity.of(s3.server().owner().accessKeyId(), SECRET).keys());
    for (ThrowingCallable request : requests(store)) {
      assertError(Kind.FORBIDDEN, request)
          .contains("SignatureDoesNotMatch")
          .contains("s3.secretAccessKey is the secret of s3.accessKeyId")
          .endsWith("asked as key AKIDOFTHEOWNER");
    }
  }

  @Test
  void aTokenThatIsWrong() {
    Identity passing = Identity.of("AKIDPASSING", SECRET).withSessionToken(TOKEN);
    s3.server().addIdentity(passing);
    assertThat(as(passing.keys()).read("wal/1.sst")).isEqualTo(Bytes.utf8("content"));
    ObjectStore store = as(passing.withSessionToken(TOKEN + " of yesterday").keys());
    for (ThrowingCallable request : requests(store)) {
      assertError(Kind.FORBIDDEN, request)
          .contains("InvalidToken")
          .contains("s3.sessionToken is that of the key and must not be out of date");
    }
  }

  @Test
  void aPermissionToReadThatIsMissing() {
    ObjectStore store = deniedOf("s3:GetObject");
    for (ThrowingCallable request :
        List.<ThrowingCallable>of(
            () -> store.read("wal/1.sst"),
            () -> store.readRange("wal/1.sst", 0, 1),
            () -> store.readTail("wal/1.sst", 1),
            () -> store.readIfChanged("wal/1.sst", ""),
            () -> store.head("wal/1.sst"))) {
      assertError(Kind.FORBIDDEN, request)
          .startsWith("s3://lakes/shop/wal/1.sst: ")
          .contains("s3:GetObject on lakes/shop/wal/1.sst is missing, or the object is")
          .endsWith("asked as key AKIDDENIED");
    }
  }

  @Test
  void anObjectThatWhoMayNotListIsNotToldOf() {
    assertError(Kind.FORBIDDEN, () -> deniedOf("s3:ListBucket").read("wal/2.sst"))
        .contains("who lacks s3:ListBucket on bucket lakes is not told which");
  }

  @Test
  void aPermissionToListThatIsMissing() {
    assertError(Kind.FORBIDDEN, () -> deniedOf("s3:ListBucket").list("wal", ""))
        .startsWith("s3://lakes/shop/wal/: ")
        .contains("s3:ListBucket on bucket lakes is missing");
  }

  @Test
  void aPermissionToWriteThatIsMissing() {
    assertError(
            Kind.FORBIDDEN,
            () -> deniedOf("s3:PutObject").putIfAbsent("wal/2.sst", Bytes.EMPTY, "put"))
        .contains("s3:PutObject on lakes/shop/wal/2.sst is missing");
  }

  @Test
  void nobodyInABucketThatIsNotPublic() {
    ObjectStore store = as(new Anonymous());
    assertError(Kind.FORBIDDEN, () -> store.read("wal/1.sst"))
        .endsWith("asked as nobody (s3.anonymous)");
    s3.server().openToAll("lakes");
    assertThat(store.read("wal/1.sst")).isEqualTo(Bytes.utf8("content"));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 405, 501})
  void aRefusalOfAnotherKindIsToldInTheStoresWords(int status) {
    s3.server().faults(FaultRule.always(each -> true, Fault.error(status, "OddThing")));
    assertError(Kind.MISCONFIGURED, () -> owner().read("wal/1.sst"))
        .endsWith("the store refuses: status " + status + " OddThing (Injected by the test)");
  }

  @Test
  void aServerWhoseCertificateNobodyTrusts(@TempDir Path folder) throws Exception {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(selfSigned(folder.resolve("keys"))));
    server.start();
    try {
      URI endpoint = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
      assertError(Kind.MISCONFIGURED, () -> at(endpoint, S3Fixture.PATIENT).read("wal/1.sst"))
          .contains("no secure connection to " + endpoint)
          .contains("the certificates that Java trusts");
    } finally {
      server.stop(0);
    }
  }

  private static SSLContext selfSigned(Path keys) throws Exception {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    String command = "-genkeypair -alias a -keyalg EC -dname CN=a -storepass password -keystore";
    List<String> line = new ArrayList<>(List.of(keytool));
    line.addAll(List.of(command.split(" ")));
    line.add(keys.toString());
    assertThat(new ProcessBuilder(line).redirectError(DISCARD).start().waitFor()).isZero();
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    char[] password = "password".toCharArray();
    managers.init(KeyStore.getInstance(keys.toFile(), password), password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  @Test
  void aHostThatNobodyKnows() {
    Limits hasty = S3Fixture.limits(Duration.ofSeconds(20), Duration.ofMillis(300));
    ObjectStore store = at(URI.create("http://no-such-host.invalid:80"), hasty);
    assertError(Kind.UNAVAILABLE, () -> store.read("wal/1.sst"))
        .contains("no usable answer from http://no-such-host.invalid:80");
  }

  @Test
  void optionsAndWhatIsMadeOfThemShowNoSecret() {
    S3Options.Keys keys =
        new S3Options.Keys("AKIDSHOWN", new Secret(SECRET), Optional.of(new Secret(TOKEN)));
    S3Options options = s3.server().optionsOf(keys, S3Fixture.PATIENT);
    try (S3Access access = s3.stores().access("s3://lakes", options)) {
      assertThat(List.of(options, keys, access, access.who(), access.identity()))
          .allSatisfy(
              each -> assertThat(each.toString()).doesNotContain(SECRET).doesNotContain(TOKEN));
    }
  }

  private ObjectStore owner() {
    return s3.open(S3Fixture.PATIENT);
  }

  private ObjectStore as(Credentials credentials) {
    return s3.open("lakes", s3.server().optionsOf(credentials, S3Fixture.PATIENT));
  }

  private ObjectStore at(URI endpoint, Limits limits) {
    return s3.open("lakes", with(s3.options(limits), S3Server.REGION, Optional.of(endpoint)));
  }

  private ObjectStore deniedOf(String action) {
    Identity denied = Identity.of("AKIDDENIED", SECRET, action);
    s3.server().addIdentity(denied);
    return as(denied.keys());
  }

  /** Attempts whose answers tell why they are refused. */
  private static List<ThrowingCallable> requests(ObjectStore store) {
    return List.of(
        () -> store.read("wal/1.sst"),
        () -> store.readTail("wal/1.sst", 1),
        () -> store.list("wal", ""),
        () -> store.putIfAbsent("wal/1.sst", Bytes.EMPTY, "put"));
  }

  private AbstractStringAssert<?> assertError(Kind kind, ThrowingCallable request) {
    return assertThat(error(kind, request));
  }

  private String error(Kind kind, ThrowingCallable request) {
    ObjectStoreException error = S3Fixture.errorOf(request);
    errors.add(error);
    assertThat(error.kind()).as("%s", error).isEqualTo(kind);
    return String.valueOf(error.getMessage());
  }

  private static S3Options with(S3Options options, String region, Optional<URI> endpoint) {
    return new S3Options(
        Optional.of(region),
        endpoint,
        options.pathStyle(),
        options.credentials(),
        options.requesterPays(),
        options.encryption(),
        options.checksums(),
        options.proxy(),
        options.limits());
  }
}
