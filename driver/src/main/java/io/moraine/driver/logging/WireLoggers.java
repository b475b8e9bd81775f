package io.moraine.driver.logging;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The loggers of libraries that write down whole requests, with the session token that signs them.
 */
public final class WireLoggers {
  /** Kept, since settings of a logger that nobody holds may be forgotten. */
  private static final List<Logger> LOGGERS =
      List.of(
          Logger.getLogger("software.amazon.awssdk.http.auth"),
          Logger.getLogger("io.netty.handler.logging"));

  private WireLoggers() {}

  /** Keeps them quiet when all of the driver is to be logged; who sets their own level gets it. */
  public static void keepQuiet() {
    for (Logger each : LOGGERS) {
      if (each.getLevel() == null) {
        each.setLevel(Level.INFO);
      }
    }
  }
}
