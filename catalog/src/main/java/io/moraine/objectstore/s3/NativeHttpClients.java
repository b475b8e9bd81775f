package io.moraine.objectstore.s3;

import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Proxy;
import io.moraine.model.Secret;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.crt.AwsCrtAsyncHttpClient;
import software.amazon.awssdk.http.crt.ProxyConfiguration;

/** Builds Amazon's native client. Loaded only where its library is. */
final class NativeHttpClients {
  private NativeHttpClients() {}

  static SdkAsyncHttpClient build(S3Options options) {
    S3Options.Limits limits = options.limits();
    AwsCrtAsyncHttpClient.Builder builder =
        AwsCrtAsyncHttpClient.builder()
            .maxConcurrency(limits.concurrency())
            .connectionTimeout(limits.connectTimeout())
            .tlsNegotiationTimeout(limits.connectTimeout())
            .connectionAcquisitionTimeout(limits.attemptTimeout());
    options.proxy().ifPresent(proxy -> builder.proxyConfiguration(configuration(proxy)));
    return builder.build();
  }

  private static ProxyConfiguration configuration(Proxy proxy) {
    ProxyConfiguration.Builder builder =
        ProxyConfiguration.builder()
            .scheme(proxy.address().getScheme())
            .host(proxy.address().getHost())
            .port(proxy.address().getPort())
            .useSystemPropertyValues(false)
            .useEnvironmentVariableValues(false);
    proxy.user().ifPresent(builder::username);
    proxy.password().map(Secret::reveal).ifPresent(builder::password);
    return builder.build();
  }
}
