package io.moraine.objectstore.s3;

import io.moraine.base.Clock;
import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Checksums;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;

/** A client with its threads and connections. */
record SharedClient(S3AsyncClient s3, SdkAsyncHttpClient http, S3Access access, ServerClock clock)
    implements AutoCloseable {
  /**
   * A client that asks the way {@code access} says, which is closed with it.
   *
   * @param clock what the server's is compared with
   */
  static SharedClient open(S3Access access, Clock clock) {
    ServerClock serverClock = new ServerClock(clock);
    SdkAsyncHttpClient http = HttpClients.build(access.options());
    boolean built = false;
    try {
      S3AsyncClient s3 = build(access, http, serverClock);
      built = true;
      return new SharedClient(s3, http, access, serverClock);
    } finally {
      if (!built) {
        http.close();
      }
    }
  }

  private static S3AsyncClient build(S3Access access, SdkAsyncHttpClient http, ServerClock clock) {
    S3Options options = access.options();
    boolean moreChecksums = options.checksums() == Checksums.WHEN_SUPPORTED;
    S3AsyncClientBuilder builder =
        S3AsyncClient.builder()
            .region(access.region())
            .credentialsProvider(access.provider())
            .forcePathStyle(options.pathStyle().orElse(options.endpoint().isPresent()))
            .httpClient(http)
            // Repeating is up to us: only we know which answers may be our own, and when to stop.
            .overrideConfiguration(
                b -> b.retryStrategy(AwsRetryStrategy.doNotRetry()).addExecutionInterceptor(clock))
            // What is done with an answer is little, so the thread that has it may do it.
            .asyncConfiguration(
                b ->
                    b.advancedOption(
                        SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, Runnable::run))
            .requestChecksumCalculation(
                moreChecksums
                    ? RequestChecksumCalculation.WHEN_SUPPORTED
                    : RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(
                moreChecksums
                    ? ResponseChecksumValidation.WHEN_SUPPORTED
                    : ResponseChecksumValidation.WHEN_REQUIRED);
    options.endpoint().ifPresent(builder::endpointOverride);
    return builder.build();
  }

  @Override
  public void close() {
    s3.close();
    http.close();
    access.close();
  }
}
