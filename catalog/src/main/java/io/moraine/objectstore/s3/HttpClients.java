package io.moraine.objectstore.s3;

import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Proxy;
import io.moraine.model.Secret;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.ProxyConfiguration;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;

/** Chooses the HTTP client: Amazon's native one if its library is there, else netty. */
final class HttpClients {
  /** Of the library that users put on the class path; loads its native code. */
  private static final String NATIVE = "software.amazon.awssdk.crt.CRT";

  /** Threads end once they had nothing to do for so long, since closing gives them work yet. */
  private static final long IDLE_MILLIS = 1_000;

  private static final long MOST_MILLIS_TO_END = 5_000;
  private static final int MOST_WAITING = 100_000;

  private HttpClients() {}

  /** A new client, to be closed. */
  static SdkAsyncHttpClient build(S3Options options) {
    if (isNativeThere()) {
      return new ConnectionKeepingClient(NativeHttpClients.build(options), () -> {});
    }
    // Threads of the client's own are waited for when it is closed, for two seconds at least.
    EventLoopGroup threads = new NioEventLoopGroup(new DefaultThreadFactory("moraine-s3", true));
    return new ConnectionKeepingClient(netty(options, threads), () -> end(threads));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
  private static void end(EventLoopGroup threads) {
    threads.shutdownGracefully(IDLE_MILLIS, MOST_MILLIS_TO_END, TimeUnit.MILLISECONDS);
  }

  private static boolean isNativeThere() {
    try {
      Class.forName(NATIVE);
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // not there, or not for this platform
    }
  }

  private static SdkAsyncHttpClient netty(S3Options options, EventLoopGroup threads) {
    S3Options.Limits limits = options.limits();
    NettyNioAsyncHttpClient.Builder builder =
        NettyNioAsyncHttpClient.builder()
            .eventLoopGroup(SdkEventLoopGroup.create(threads))
            .maxConcurrency(limits.concurrency())
            .maxPendingConnectionAcquires(MOST_WAITING)
            .connectionTimeout(limits.connectTimeout())
            .tlsNegotiationTimeout(limits.connectTimeout())
            .connectionAcquisitionTimeout(limits.attemptTimeout())
            .readTimeout(limits.attemptTimeout())
            .writeTimeout(limits.attemptTimeout())
            .tcpKeepAlive(true);
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
