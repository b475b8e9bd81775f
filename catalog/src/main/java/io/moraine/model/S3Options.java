package io.moraine.model;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * How S3, or a store that speaks its protocol, is reached.
 *
 * @param region the bucket's region; else that of the environment or profile, else {@code
 *     us-east-1} if an endpoint is given
 * @param endpoint another address than Amazon's
 * @param pathStyle whether the bucket is named in the path instead of the host name; if not given,
 *     with an endpoint of one's own
 * @param credentials who asks
 * @param requesterPays whether the one who asks pays where the bucket wants it
 * @param encryption how new objects are encrypted, if not as the bucket says
 * @param checksums when checksums are sent and checked beyond what the protocol needs
 * @param proxy an HTTP proxy, if any
 * @param limits times and numbers
 */
public record S3Options(
    Optional<String> region,
    Optional<URI> endpoint,
    Optional<Boolean> pathStyle,
    Credentials credentials,
    boolean requesterPays,
    Optional<Encryption> encryption,
    Checksums checksums,
    Optional<Proxy> proxy,
    Limits limits) {
  /** Amazon's S3 with what the environment says. */
  public static final S3Options DEFAULT =
      new S3Options(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          new DefaultChain(),
          false,
          Optional.empty(),
          Checksums.WHEN_SUPPORTED,
          Optional.empty(),
          Limits.DEFAULT);

  /** Who asks. */
  public sealed interface Credentials {}

  /** Environment, profile files, container and machine, in the order that Amazon's tools have. */
  public record DefaultChain() implements Credentials {}

  /**
   * A profile of the configuration files.
   *
   * @param name its name
   */
  public record Profile(String name) implements Credentials {}

  /** Nobody: requests are not signed. */
  public record Anonymous() implements Credentials {}

  /**
   * A key.
   *
   * @param accessKeyId its id
   * @param secretAccessKey the key
   * @param sessionToken the token of a passing one
   */
  public record Keys(String accessKeyId, Secret secretAccessKey, Optional<Secret> sessionToken)
      implements Credentials {}

  /**
   * Encryption by the store.
   *
   * @param algorithm {@code AES256}, {@code aws:kms} or {@code aws:kms:dsse}
   * @param kmsKeyId the key, for those of KMS; else the account's own
   */
  public record Encryption(String algorithm, Optional<String> kmsKeyId) {}

  /** When checksums are sent and checked. */
  public enum Checksums {
    /** Wherever the operation allows; old servers of other makers may refuse that. */
    WHEN_SUPPORTED,
    /** Where it must be. */
    WHEN_REQUIRED
  }

  /**
   * An HTTP proxy.
   *
   * @param address scheme, host and port
   * @param user who asks it, if it wants to know
   * @param password the password
   */
  public record Proxy(URI address, Optional<String> user, Optional<Secret> password) {}

  /**
   * Times and numbers.
   *
   * @param connectTimeout most time to reach the server
   * @param attemptTimeout most time of one attempt
   * @param totalTimeout most time of a request, all attempts included
   * @param concurrency most requests under way at once, of all stores of the process together; the
   *     first store fixes it
   * @param hedging whether a read that takes long is asked for a second time
   */
  public record Limits(
      Duration connectTimeout,
      Duration attemptTimeout,
      Duration totalTimeout,
      int concurrency,
      boolean hedging) {
    /** What is used if nothing else is asked for. */
    public static final Limits DEFAULT =
        new Limits(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30), 64, true);
  }
}
