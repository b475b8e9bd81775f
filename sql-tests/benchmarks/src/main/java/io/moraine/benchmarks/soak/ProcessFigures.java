package io.moraine.benchmarks.soak;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What a process needs, printed by itself from time to time. */
final class ProcessFigures {
  private static final int EVERY_SECONDS = 10;

  private ProcessFigures() {}

  /** Prints a line each ten seconds: heap after a collection in KiB, descriptors, threads. */
  static void startPrinting() {
    Thread thread = new Thread(ProcessFigures::print, "figures");
    thread.setDaemon(true);
    thread.start();
  }

  private static void print() {
    try {
      while (true) {
        TimeUnit.SECONDS.sleep(EVERY_SECONDS);
        System.gc();
        System.out.println(
            "figures "
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024
                + " "
                + descriptors()
                + " "
                + ManagementFactory.getThreadMXBean().getThreadCount());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      System.out.println("failed figures: " + e);
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }
}
