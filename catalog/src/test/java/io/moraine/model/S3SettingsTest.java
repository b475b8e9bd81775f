package io.moraine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.moraine.model.S3Options.Anonymous;
import io.moraine.model.S3Options.Encryption;
import io.moraine.model.S3Options.Keys;
import io.moraine.model.S3Options.Profile;
import io.moraine.model.S3Options.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class S3SettingsTest {
  private static final String CANARY = "cAnArY0123456789";

  @Test
  void nothingGivenIsTheDefault() {
    assertThat(read()).isEqualTo(S3Options.DEFAULT);
    assertThat(read("s3.region", "", "s3.anonymous", "")).isEqualTo(S3Options.DEFAULT);
    assertThat(S3Settings.read("/data/lake", Map.of())).isEqualTo(S3Options.DEFAULT);
  }

  @Test
  void everySettingIsRead() {
    S3Options options =
        read(
            "s3.region", "eu-central-1",
            "s3.endpoint", "http://localhost:9000",
            "s3.pathStyle", "true",
            "s3.requesterPays", "true",
            "s3.serverSideEncryption", "aws:kms",
            "s3.kmsKeyId", "arn:aws:kms:eu-central-1:1:key/2",
            "s3.checksums", "when_required",
            "s3.proxy", "http://me:p%40ss%3a%2b+@proxy:3128",
            "s3.connectTimeout", "1s",
            "s3.attemptTimeout", "2s",
            "s3.totalTimeout", "PT3S",
            "s3.concurrency", "7",
            "s3.hedging", "false");
    assertThat(options.region()).contains("eu-central-1");
    assertThat(options.endpoint()).contains(URI.create("http://localhost:9000"));
    assertThat(options.pathStyle()).contains(true);
    assertThat(options.requesterPays()).isTrue();
    assertThat(options.encryption())
        .contains(new Encryption("aws:kms", Optional.of("arn:aws:kms:eu-central-1:1:key/2")));
    assertThat(options.checksums()).isEqualTo(S3Options.Checksums.WHEN_REQUIRED);
    assertThat(options.proxy())
        .contains(
            new Proxy(
                URI.create("http://proxy:3128"),
                Optional.of("me"),
                Optional.of(new Secret("p@ss:++"))));
    assertThat(options.limits())
        .isEqualTo(
            new S3Options.Limits(
                Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3), 7, false));
  }

  @Test
  void credentialsAreOneOfFourKinds() {
    assertThat(read("s3.anonymous", "true").credentials()).isEqualTo(new Anonymous());
    assertThat(read("s3.profile", "work").credentials()).isEqualTo(new Profile("work"));
    assertThat(read("s3.accessKeyId", "id", "s3.secretAccessKey", "key").credentials())
        .isEqualTo(new Keys("id", new Secret("key"), Optional.empty()));
    assertThat(
            read("s3.accessKeyId", "id", "s3.secretAccessKey", "key", "s3.sessionToken", "token")
                .credentials())
        .isEqualTo(new Keys("id", new Secret("key"), Optional.of(new Secret("token"))));
  }

  @Test
  void shortTimesForTheWholeShortenItsParts() {
    S3Options.Limits limits = read("s3.totalTimeout", "2s").limits();
    assertThat(limits.attemptTimeout()).hasSeconds(2);
    assertThat(limits.connectTimeout()).hasSeconds(2);
  }

  @ParameterizedTest
  @CsvSource({
    "s3.accessKeyId, s3.secretAccessKey=x",
    "s3.accessKeyId, s3.sessionToken=x",
    "s3.secretAccessKey, s3.accessKeyId=x",
    "s3.anonymous, s3.anonymous=true;s3.accessKeyId=x;s3.secretAccessKey=y",
    "s3.anonymous, s3.anonymous=true;s3.sessionToken=y",
    "s3.anonymous, s3.anonymous=true;s3.profile=x",
    "s3.profile, s3.profile=p;s3.accessKeyId=x;s3.secretAccessKey=y",
    "s3.kmsKeyId, s3.kmsKeyId=x",
    "s3.kmsKeyId, s3.serverSideEncryption=AES256;s3.kmsKeyId=x",
    "s3.attemptTimeout, s3.attemptTimeout=9s;s3.totalTimeout=8s",
    "s3.attemptTimeout, s3.attemptTimeout=31s"
  })
  void contradictionsAreRefusedByName(String named, String settings) {
    assertRefused(named, settings.split("[=;]"));
  }

  @ParameterizedTest
  @CsvSource({
    "s3.region,eu central",
    "s3.region,https://s3.eu-central-1.amazonaws.com",
    "s3.endpoint,localhost:9000",
    "s3.endpoint,ftp://localhost:9000",
    "s3.endpoint,http://",
    "s3.endpoint,http://localhost:9000?x=1",
    "s3.endpoint,not an address",
    "s3.pathStyle,yes",
    "s3.anonymous,1",
    "s3.requesterPays,me",
    "s3.serverSideEncryption,aes256",
    "s3.checksums,never",
    "s3.proxy,proxy:3128",
    "s3.proxy,http://proxy",
    "s3.proxy,http://proxy:3128/path",
    "s3.connectTimeout,0s",
    "s3.attemptTimeout,soon",
    "s3.totalTimeout,-1s",
    "s3.totalTimeout,2h",
    "s3.concurrency,0",
    "s3.concurrency,10001",
    "s3.concurrency,many",
    "s3.hedging,maybe"
  })
  void malformedValuesAreRefusedByName(String name, String value) {
    assertRefused(name, name, value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://me:" + CANARY + "@proxy",
        "http://me:" + CANARY + "@proxy:x",
        "http://me:" + CANARY + "%zz@proxy:1",
        "http://me:" + CANARY + "@@proxy:1",
        "http://me:" + CANARY + "@proxy:1/x",
        "me:" + CANARY + "@proxy:1"
      })
  void aMalformedAddressIsNotShown(String address) {
    assertThat(assertRefused("s3.proxy", "s3.proxy", address)).doesNotContain(CANARY);
    assertThat(assertRefused("s3.endpoint", "s3.endpoint", address)).doesNotContain(CANARY);
  }

  @Test
  void optionsDoNotShowTheirSecrets() {
    S3Options options =
        read(
            "s3.accessKeyId", "id",
            "s3.secretAccessKey", CANARY + 1,
            "s3.sessionToken", CANARY + 2,
            "s3.proxy", "http://me:" + CANARY + "@proxy:1");
    assertThat(options.toString()).contains("id", "proxy").doesNotContain(CANARY);
  }

  @Test
  void unknownSettingsAndThoseForOtherLocationsAreRefused() {
    assertRefused("s3.zone", "s3.zone", "x");
    assertThatThrownBy(() -> S3Settings.read("/data/lake", Map.of("s3.region", "eu-central-1")))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("s3.region");
  }

  private static S3Options read(String... pairs) {
    return S3Settings.read("s3://bucket/lake", mapOf(pairs));
  }

  private static String assertRefused(String named, String... pairs) {
    CatalogException refusal = catchThrowableOfType(CatalogException.class, () -> read(pairs));
    assertThat(refusal)
        .hasMessageContaining("property " + named)
        .hasFieldOrPropertyWithValue("kind", CatalogException.Kind.INVALID_REQUEST)
        .hasNoCause();
    return String.valueOf(refusal.getMessage());
  }

  private static Map<String, String> mapOf(String... pairs) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }
}
