package io.moraine.testing.s3;

import io.moraine.model.S3Options;
import io.moraine.model.Secret;
import java.util.Optional;
import java.util.Set;

/**
 * Someone who may ask.
 *
 * @param accessKeyId who
 * @param secretAccessKey the key that signs
 * @param sessionToken the token that must come along, if the key is a passing one
 * @param deniedActions what it may not do, such as {@code s3:PutObject}
 */
public record Identity(
    String accessKeyId,
    Secret secretAccessKey,
    Optional<Secret> sessionToken,
    Set<String> deniedActions) {
  public Identity {
    deniedActions = Set.copyOf(deniedActions);
  }

  /** One without a session token. */
  public static Identity of(String accessKeyId, String secretAccessKey, String... deniedActions) {
    return new Identity(
        accessKeyId, new Secret(secretAccessKey), Optional.empty(), Set.of(deniedActions));
  }

  /** The same with a token. */
  public Identity withSessionToken(String token) {
    return new Identity(
        accessKeyId, secretAccessKey, Optional.of(new Secret(token)), deniedActions);
  }

  /** The credentials for options. */
  public S3Options.Keys keys() {
    return new S3Options.Keys(accessKeyId, secretAccessKey, sessionToken);
  }

  boolean may(String action) {
    return !deniedActions.contains(action);
  }
}
