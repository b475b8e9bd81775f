package io.moraine.benchmarks.soak;

import io.moraine.testing.s3.Fault;
import io.moraine.testing.s3.Identity;
import io.moraine.testing.s3.S3Server;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The process of the S3 server: slow, and now and then it refuses, breaks off or loses a reply. */
final class SoakServer {
  static final Identity USER = Identity.of("AKIDOFTHESOAK", "secret-of-the-soak");
  static final String BUCKET = "lakes";

  private static final int LEAST_MILLIS = 5;
  private static final int MOST_MILLIS = 20;

  private SoakServer() {}

  /** Prints where it listens; ends with its input. {@code args[0]} is the seed of the faults. */
  public static void main(String[] args) throws Exception {
    Random random = new Random(Long.parseLong(args[0]));
    try (S3Server server = S3Server.start()) {
      server.addIdentity(USER);
      server.createBucket(BUCKET);
      server.latency(Duration.ofMillis(LEAST_MILLIS));
      server.faults(request -> fault(random));
      System.out.println("endpoint " + server.endpoint());
      ProcessFigures.startPrinting();
      while (!SoakWriter.isOver()) {
        server.resetLog();
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  private static @Nullable Fault fault(Random random) {
    return switch (random.nextInt(1000)) {
      case 0, 1, 2 -> Fault.slowDown();
      case 3 -> Fault.internalError();
      case 4 -> Fault.resetBefore();
      case 5 -> Fault.resetAfter();
      case 6 -> Fault.truncate();
      default -> Fault.delay(Duration.ofMillis(random.nextInt(1 + MOST_MILLIS - LEAST_MILLIS)));
    };
  }
}
