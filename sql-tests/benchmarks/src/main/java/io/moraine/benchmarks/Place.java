package io.moraine.benchmarks;

import io.moraine.testing.s3.Identity;
import io.moraine.testing.s3.S3Server;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Where a lake of 100,000 files lies: in a folder, or behind an S3 server with a latency. */
final class Place implements AutoCloseable {
  private static final AtomicInteger LAST_READER = new AtomicInteger();

  private final @Nullable S3Server server;
  private Path folder;

  /**
   * Puts the lake there.
   *
   * @param latency of each request; null for a folder
   */
  Place(@Nullable Duration latency) throws IOException {
    folder = Lake.BIG.unpack();
    server = latency == null ? null : S3Server.start();
    if (server != null && latency != null) {
      server.createBucket("lakes");
      server.load(folder, "lakes", "big");
      server.latency(latency);
    }
  }

  /** Has the next connection find nothing that an earlier one has read. */
  void forget() throws IOException {
    if (server == null) {
      Lake.delete(folder);
      folder = Lake.BIG.unpack();
    }
  }

  /** A connection; to a server as somebody new, who shares nothing with those before. */
  Connection connect() throws SQLException {
    if (server == null) {
      return DriverManager.getConnection("jdbc:moraine:" + folder);
    }
    Identity reader = Identity.of("READER" + LAST_READER.incrementAndGet(), "secret");
    server.addIdentity(reader);
    Properties properties = new Properties();
    properties.setProperty("s3.endpoint", server.endpoint().toString());
    properties.setProperty("s3.region", S3Server.REGION);
    properties.setProperty("s3.accessKeyId", reader.accessKeyId());
    properties.setProperty("s3.secretAccessKey", reader.secretAccessKey().reveal());
    return DriverManager.getConnection("jdbc:moraine:s3://lakes/big", properties);
  }

  /** The folder of the copy. */
  Path folder() {
    return folder;
  }

  @Override
  public void close() throws IOException {
    if (server != null) {
      server.close();
    }
    Lake.delete(folder);
  }
}
