package io.moraine.base;

import java.util.concurrent.ThreadLocalRandom;

/** Random numbers, handed to whoever needs them. Thread-safe. */
@FunctionalInterface
public interface RandomSource {
  /** The machine's. */
  RandomSource SYSTEM = () -> ThreadLocalRandom.current().nextDouble();

  /** A number from 0 inclusive to 1 exclusive, all alike. */
  double nextDouble();
}
