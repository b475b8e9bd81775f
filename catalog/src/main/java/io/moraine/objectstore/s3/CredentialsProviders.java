package io.moraine.objectstore.s3;

import io.moraine.model.S3Options.Anonymous;
import io.moraine.model.S3Options.Credentials;
import io.moraine.model.S3Options.Keys;
import io.moraine.model.S3Options.Profile;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** Makes the sources of credentials that options name. */
final class CredentialsProviders {
  private CredentialsProviders() {}

  /** The source; if it has nothing to give, it throws {@link CredentialsException}. */
  static AwsCredentialsProvider of(Credentials credentials) {
    if (credentials instanceof Keys keys) {
      return StaticCredentialsProvider.create(credentials(keys));
    }
    if (credentials instanceof Anonymous) {
      return AnonymousCredentialsProvider.create();
    }
    if (credentials instanceof Profile profile) {
      return new Naming(
          "profile '" + profile.name() + "' gives no credentials",
          ProfileCredentialsProvider.create(profile.name()));
    }
    return new Naming(
        "neither environment nor profile nor machine gives credentials",
        DefaultCredentialsProvider.builder().build());
  }

  private static AwsCredentials credentials(Keys keys) {
    String secret = keys.secretAccessKey().reveal();
    return keys.sessionToken()
        .<AwsCredentials>map(
            token -> AwsSessionCredentials.create(keys.accessKeyId(), secret, token.reveal()))
        .orElseGet(() -> AwsBasicCredentials.create(keys.accessKeyId(), secret));
  }

  /**
   * A source whose failures can be told from others.
   *
   * @param problem what it means if there is nothing
   */
  private record Naming(String problem, AwsCredentialsProvider source)
      implements AwsCredentialsProvider, SdkAutoCloseable {
    @Override
    public AwsCredentials resolveCredentials() {
      try {
        return source.resolveCredentials();
      } catch (SdkException | IllegalArgumentException | IllegalStateException e) {
        throw new CredentialsException(problem + " (" + Failures.text(e) + ")", e);
      }
    }

    @Override
    public void close() {
      if (source instanceof SdkAutoCloseable closeable) {
        closeable.close();
      }
    }
  }
}
