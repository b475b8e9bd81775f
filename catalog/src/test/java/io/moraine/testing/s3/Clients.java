package io.moraine.testing.s3;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/** Amazon's clients that make one attempt only. */
final class Clients {
  /** Shared by all, as an HTTP client of its own takes two seconds to close. */
  private static final SdkAsyncHttpClient HTTP = NettyNioAsyncHttpClient.create();

  private Clients() {}

  static S3AsyncClient of(S3Server server, Identity identity) {
    return client(S3Server.REGION, server, StaticCredentialsProvider.create(keys(identity)));
  }

  static S3AsyncClient anonymous(S3Server server) {
    return client(S3Server.REGION, server, AnonymousCredentialsProvider.create());
  }

  static S3AsyncClient in(String region, S3Server server) {
    return client(region, server, StaticCredentialsProvider.create(keys(server.owner())));
  }

  static List<ListObjectsV2Response> pages(
      S3AsyncClient client, String bucket, Consumer<ListObjectsV2Request.Builder> request) {
    List<ListObjectsV2Response> pages = new ArrayList<>();
    client
        .listObjectsV2Paginator(b -> b.bucket(bucket).applyMutation(request))
        .subscribe(pages::add)
        .join();
    return pages;
  }

  private static S3AsyncClient client(
      String region, S3Server server, AwsCredentialsProvider credentials) {
    return S3AsyncClient.builder()
        .httpClient(HTTP)
        .region(Region.of(region))
        .endpointOverride(server.endpoint())
        .forcePathStyle(true)
        .credentialsProvider(credentials)
        .overrideConfiguration(override -> override.retryStrategy(b -> b.maxAttempts(1)))
        .build();
  }

  private static AwsCredentials keys(Identity identity) {
    String secret = identity.secretAccessKey().reveal();
    return identity
        .sessionToken()
        .<AwsCredentials>map(
            token -> AwsSessionCredentials.create(identity.accessKeyId(), secret, token.reveal()))
        .orElseGet(() -> AwsBasicCredentials.create(identity.accessKeyId(), secret));
  }
}
