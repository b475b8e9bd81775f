package io.moraine.s3proxy;

import io.moraine.model.S3Options;
import io.moraine.model.Secret;
import io.moraine.testing.s3.S3Server;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.gaul.s3proxy.BlobStores;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/** S3Proxy in this process, its objects in memory. */
final class ProxyServer implements AutoCloseable {
  static final String ACCESS_KEY_ID = "AKIDOFTHEPROXY";
  static final String SECRET_ACCESS_KEY = "secret-of-the-proxy";
  static final String REGION = "us-east-1";

  /** Held, as the level is lost with it. */
  private static final Logger LOGGER = Logger.getLogger("org.gaul");

  static {
    LOGGER.setLevel(Level.WARNING);
  }

  private final BlobStore objects = BlobStores.create("transient-nio2", new Properties());
  private final S3Proxy proxy =
      S3Proxy.builder()
          .blobStore(objects)
          .endpoint(URI.create("http://127.0.0.1:0"))
          .awsAuthentication(AuthenticationType.AWS_V4, ACCESS_KEY_ID, SECRET_ACCESS_KEY)
          .stopTimeout(0)
          .build();

  ProxyServer() {
    try {
      proxy.start();
    } catch (Exception e) {
      throw new IllegalStateException("S3Proxy does not start", e);
    }
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + proxy.getPort());
  }

  S3Options options() {
    return new S3Options(
        Optional.of(REGION),
        Optional.of(endpoint()),
        Optional.of(true),
        new S3Options.Keys(ACCESS_KEY_ID, new Secret(SECRET_ACCESS_KEY), Optional.empty()),
        false,
        Optional.empty(),
        S3Options.Checksums.WHEN_SUPPORTED,
        Optional.empty(),
        S3Server.PATIENT);
  }

  void createBucket(String name) {
    objects.createContainer(name);
  }

  /** Creates objects from the files below a folder, under {@code prefix/}. */
  void load(Path folder, String bucket, String prefix) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String key = prefix + "/" + folder.relativize(each).toString().replace('\\', '/');
        try (InputStream content = Files.newInputStream(each)) {
          objects.putBlob(
              PutObjectRequest.builder()
                  .bucket(bucket)
                  .key(key)
                  .contentLength(Files.size(each))
                  .build(),
              content);
        }
      }
    }
  }

  @Override
  public void close() {
    try {
      proxy.stop();
    } catch (Exception e) {
      throw new IllegalStateException("S3Proxy does not stop", e);
    }
    objects.close();
  }
}
