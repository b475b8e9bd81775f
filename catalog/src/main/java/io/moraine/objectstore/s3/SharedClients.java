package io.moraine.objectstore.s3;

import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Checksums;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;

/** Clients with their threads and connections, one for each way to S3. Thread-safe. */
final class SharedClients {
  private final Map<String, Shared> open = new HashMap<>(); // guarded by itself

  private static final class Shared {
    private final S3Access access;
    private final SdkAsyncHttpClient http;
    private final S3AsyncClient client;
    private int holders;

    private Shared(S3Access access) {
      this.access = access;
      this.http = new ConnectionKeepingClient(HttpClients.build(access.options()));
      this.client = build(access, http);
    }

    private void close() {
      client.close();
      http.close();
      access.close();
    }
  }

  /**
   * A client that asks the way {@code access} says, to be given back by {@link #release}.
   *
   * @param access closed by this
   */
  S3AsyncClient share(S3Access access) {
    synchronized (open) {
      Shared shared = open.get(access.identity());
      if (shared == null) {
        shared = new Shared(access);
        open.put(access.identity(), shared);
      } else {
        access.close();
      }
      shared.holders++;
      return shared.client;
    }
  }

  /** Gives a client back; the last one to do so closes it. */
  void release(String identity) {
    Shared shared;
    synchronized (open) {
      shared = open.get(identity);
      if (shared == null || --shared.holders > 0) {
        return;
      }
      open.remove(identity);
    }
    shared.close();
  }

  private static S3AsyncClient build(S3Access access, SdkAsyncHttpClient http) {
    S3Options options = access.options();
    S3AsyncClientBuilder builder =
        S3AsyncClient.builder()
            .region(access.region())
            .credentialsProvider(access.provider())
            .forcePathStyle(options.pathStyle().orElse(options.endpoint().isPresent()))
            .httpClient(http)
            // Repeating is up to us: only we know which answers may be our own, and when to stop.
            .overrideConfiguration(b -> b.retryStrategy(AwsRetryStrategy.doNotRetry()))
            // What is done with an answer is little, so the thread that has it may do it.
            .asyncConfiguration(
                b ->
                    b.advancedOption(
                        SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run))
            .requestChecksumCalculation(
                options.checksums() == Checksums.WHEN_SUPPORTED
                    ? RequestChecksumCalculation.WHEN_SUPPORTED
                    : RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(
                options.checksums() == Checksums.WHEN_SUPPORTED
                    ? ResponseChecksumValidation.WHEN_SUPPORTED
                    : ResponseChecksumValidation.WHEN_REQUIRED);
    options.endpoint().ifPresent(builder::endpointOverride);
    return builder.build();
  }
}
