package io.moraine.base;

import java.security.SecureRandom;
import java.util.UUID;

/** Where new ids come from. Thread-safe. */
@FunctionalInterface
public interface IdSource {
  /** Ids that nobody else ever has: 64 bits each of the machine's secure random numbers. */
  IdSource SYSTEM = new SecureRandom()::nextLong;

  /** Sixty-four random bits. */
  long nextLong();

  /** A random UUID, of version 4. */
  default UUID nextUuid() {
    long high = (nextLong() & 0xffff_ffff_ffff_0fffL) | 0x4000L;
    long low = (nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }
}
