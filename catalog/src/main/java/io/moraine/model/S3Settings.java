package io.moraine.model;

import io.moraine.model.S3Options.Anonymous;
import io.moraine.model.S3Options.Checksums;
import io.moraine.model.S3Options.Credentials;
import io.moraine.model.S3Options.DefaultChain;
import io.moraine.model.S3Options.Encryption;
import io.moraine.model.S3Options.Keys;
import io.moraine.model.S3Options.Limits;
import io.moraine.model.S3Options.Profile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@link S3Options} from texts under the names that users know. An empty text is as good as
 * none. No value of a setting that may hold a secret gets into a message.
 */
public final class S3Settings {
  /** What the names of all settings begin with. */
  public static final String PREFIX = "s3.";

  /** The names of the settings. */
  public static final List<String> NAMES =
      List.of(
          "s3.region",
          "s3.endpoint",
          "s3.pathStyle",
          "s3.accessKeyId",
          "s3.secretAccessKey",
          "s3.sessionToken",
          "s3.profile",
          "s3.anonymous",
          "s3.requesterPays",
          "s3.serverSideEncryption",
          "s3.kmsKeyId",
          "s3.checksums",
          "s3.proxy",
          "s3.connectTimeout",
          "s3.attemptTimeout",
          "s3.totalTimeout",
          "s3.concurrency",
          "s3.hedging");

  private static final Set<String> ALGORITHMS = Set.of("AES256", "aws:kms", "aws:kms:dsse");
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final int MOST_CONCURRENCY = 10_000;

  private final Map<String, String> given;

  private S3Settings(Map<String, String> given) {
    this.given = given;
  }

  /**
   * The options, with defaults for what is not given.
   *
   * @param location the location they are for; only those in S3 take settings
   * @throws CatalogException of kind INVALID_REQUEST naming the setting that is unknown, malformed
   *     or contradicts another
   */
  public static S3Options read(String location, Map<String, String> given) {
    for (String name : given.keySet()) {
      if (!NAMES.contains(name)) {
        throw invalid(name, "is unknown; known are " + String.join(", ", NAMES));
      }
      if (!CatalogOptions.isS3(location)) {
        throw invalid(name, "has no meaning here: the location does not begin with s3:");
      }
    }
    S3Settings settings = new S3Settings(given);
    return new S3Options(
        settings.region(),
        settings.text("s3.endpoint").map(S3Addresses::endpoint),
        settings.flag("s3.pathStyle"),
        settings.credentials(),
        settings.flag("s3.requesterPays").orElse(false),
        settings.encryption(),
        settings.checksums(),
        settings.text("s3.proxy").map(S3Addresses::proxy),
        settings.limits());
  }

  private Optional<String> region() {
    Optional<String> region = text("s3.region");
    region
        .filter(value -> !value.matches("[A-Za-z0-9._-]+"))
        .ifPresent(
            value -> {
              throw malformed("s3.region", value, "a region such as eu-central-1");
            });
    return region;
  }

  private Credentials credentials() {
    Optional<String> profile = text("s3.profile");
    if (flag("s3.anonymous").orElse(false)) {
      excludes("s3.anonymous", "s3.profile");
      excludesKeys("s3.anonymous");
      return new Anonymous();
    }
    if (profile.isPresent()) {
      excludesKeys("s3.profile");
      return new Profile(profile.get());
    }
    return keys().<Credentials>map(each -> each).orElseGet(DefaultChain::new);
  }

  private Optional<Keys> keys() {
    Optional<String> id = text("s3.accessKeyId");
    Optional<Secret> key = text("s3.secretAccessKey").map(Secret::new);
    Optional<Secret> token = text("s3.sessionToken").map(Secret::new);
    if (id.isEmpty() && key.isEmpty() && token.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Keys(
            id.orElseThrow(() -> missing("s3.accessKeyId")),
            key.orElseThrow(() -> missing("s3.secretAccessKey")),
            token));
  }

  private Optional<Encryption> encryption() {
    Optional<String> key = text("s3.kmsKeyId");
    Optional<String> algorithm = text("s3.serverSideEncryption");
    algorithm
        .filter(value -> !ALGORITHMS.contains(value))
        .ifPresent(
            value -> {
              throw malformed("s3.serverSideEncryption", value, "AES256, aws:kms or aws:kms:dsse");
            });
    if (key.isPresent() && algorithm.filter(each -> each.startsWith("aws:kms")).isEmpty()) {
      throw invalid(
          "s3.kmsKeyId", "needs s3.serverSideEncryption to be aws:kms or aws:kms:dsse beside it");
    }
    return algorithm.map(each -> new Encryption(each, key));
  }

  private Checksums checksums() {
    String value = text("s3.checksums").orElse("when_supported");
    return switch (value) {
      case "when_supported" -> Checksums.WHEN_SUPPORTED;
      case "when_required" -> Checksums.WHEN_REQUIRED;
      default -> throw malformed("s3.checksums", value, "when_supported or when_required");
    };
  }

  private Limits limits() {
    Limits defaults = Limits.DEFAULT;
    Duration total = duration("s3.totalTimeout").orElse(defaults.totalTimeout());
    Duration attempt =
        duration("s3.attemptTimeout").orElse(shorter(defaults.attemptTimeout(), total));
    if (attempt.compareTo(total) > 0) {
      throw invalid("s3.attemptTimeout", "is longer than s3.totalTimeout, which it is a part of");
    }
    return new Limits(
        duration("s3.connectTimeout").orElse(shorter(defaults.connectTimeout(), attempt)),
        attempt,
        total,
        concurrency(defaults),
        flag("s3.hedging").orElse(defaults.hedging()));
  }

  private int concurrency(Limits defaults) {
    return text("s3.concurrency")
        .map(
            value -> {
              int number = value.matches("[0-9]{1,5}") ? Integer.parseInt(value) : 0;
              if (number < 1 || number > MOST_CONCURRENCY) {
                throw malformed("s3.concurrency", value, "a number from 1 to " + MOST_CONCURRENCY);
              }
              return number;
            })
        .orElse(defaults.concurrency());
  }

  private Optional<Duration> duration(String name) {
    return text(name)
        .map(
            value ->
                SettingTexts.duration(value)
                    .filter(each -> !each.isZero() && each.compareTo(LONGEST) <= 0)
                    .orElseThrow(
                        () -> malformed(name, value, "a duration up to 1h such as 500ms or 10s")));
  }

  private Optional<Boolean> flag(String name) {
    return text(name)
        .map(
            value ->
                switch (value) {
                  case "true" -> true;
                  case "false" -> false;
                  default -> throw malformed(name, value, "true or false");
                });
  }

  private Optional<String> text(String name) {
    return Optional.ofNullable(given.get(name)).filter(value -> !value.isEmpty());
  }

  private static CatalogException missing(String name) {
    return invalid(
        name,
        "is missing: a key is s3.accessKeyId and s3.secretAccessKey,"
            + " and s3.sessionToken if it expires");
  }

  private void excludesKeys(String name) {
    excludes(name, "s3.accessKeyId");
    excludes(name, "s3.secretAccessKey");
    excludes(name, "s3.sessionToken");
  }

  private void excludes(String name, String other) {
    if (text(other).isPresent()) {
      throw invalid(name, "excludes " + other + "; give one of them");
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static CatalogException malformed(String name, String value, String expected) {
    return invalid(name, "is '" + value + "'; expected " + expected);
  }

  static CatalogException invalid(String name, String why) {
    return new CatalogException(
        CatalogException.Kind.INVALID_REQUEST, "property " + name + " " + why);
  }
}
