package io.moraine.objectstore.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.model.S3Options;
import io.moraine.model.S3Options.Proxy;
import io.moraine.model.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class HttpProxyTest {
  @Test
  void aProxyIsAskedForTheWayInTheUsersName() throws Exception {
    try (S3Fixture s3 = new S3Fixture();
        ServerSocket proxy = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      s3.server().put("lakes", "shop/a", Bytes.utf8("content"));
      FutureTask<String> asked =
          new FutureTask<>(() -> tunnel(proxy, s3.server().endpoint().getPort()));
      Thread tunnel = new Thread(asked);
      tunnel.setDaemon(true);
      tunnel.start();
      S3Options options = options(s3, proxy.getLocalPort());
      assertThat(s3.open("lakes", options).read("a")).isEqualTo(Bytes.utf8("content"));
      assertThat(asked.get())
          .startsWith("CONNECT s3.example.test:80 HTTP/1.1")
          .containsIgnoringCase("proxy-authorization: Basic dXNlcjpwYXNzd29yZA==");
    }
  }

  private static S3Options options(S3Fixture s3, int proxyPort) {
    S3Options direct = s3.options(S3Fixture.PATIENT);
    return new S3Options(
        direct.region(),
        Optional.of(URI.create("http://s3.example.test:80")),
        direct.pathStyle(),
        direct.credentials(),
        direct.requesterPays(),
        direct.encryption(),
        direct.checksums(),
        Optional.of(
            new Proxy(
                URI.create("http://127.0.0.1:" + proxyPort),
                Optional.of("user"),
                Optional.of(new Secret("password")))),
        direct.limits());
  }

  /** Opens one way to the server, whatever address is asked for; how that was asked. */
  private static String tunnel(ServerSocket proxy, int port) throws IOException {
    Socket client = proxy.accept();
    InputStream in = client.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
    client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    copy(client, server);
    copy(server, client);
    return head.toString();
  }

  private static void copy(Socket from, Socket to) {
    Thread copying = new Thread(() -> pump(from, to));
    copying.setDaemon(true);
    copying.start();
  }

  private static void pump(Socket from, Socket to) {
    try (from) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      return; // one of them went away, and the way with it
    }
  }
}
