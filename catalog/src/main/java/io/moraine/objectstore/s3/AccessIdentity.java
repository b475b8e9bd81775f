package io.moraine.objectstore.s3;

import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Anonymous;
import io.moraine.model.S3Options.Proxy;
import io.moraine.model.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/** Tells ways to S3 apart. */
final class AccessIdentity {
  private AccessIdentity() {}

  /** A hash of everything that makes a difference, whatever the credentials were found by. */
  static String of(S3Options options, String region, AwsCredentials found) {
    S3Options others =
        new S3Options(
            Optional.of(region),
            options.endpoint(),
            options.pathStyle(),
            new Anonymous(),
            options.requesterPays(),
            options.encryption(),
            options.checksums(),
            options.proxy(),
            options.limits());
    String token = found instanceof AwsSessionCredentials session ? session.sessionToken() : "";
    String proxyPassword = options.proxy().flatMap(Proxy::password).map(Secret::reveal).orElse("");
    return hash(
        List.of(
            String.valueOf(found.accessKeyId()),
            String.valueOf(found.secretAccessKey()),
            token,
            proxyPassword,
            others.toString()));
  }

  private static String hash(List<String> parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part : parts) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
