package io.moraine.slate.write;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.slate.format.Ulid;

/**
 * Ids of tables, each greater than the one before: collection takes a table's id for its age, and
 * others refuse one that is older than the newest flushed table. Thread-safe.
 */
public final class Ulids {
  private static final long RANDOM_HIGH = 0xffff;

  private final Clock clock;
  private final IdSource ids;

  @GuardedBy("this")
  private Ulid last;

  /**
   * Ids from now on.
   *
   * @param before all ids are greater
   */
  public Ulids(Clock clock, IdSource ids, Ulid before) {
    this.clock = clock;
    this.ids = ids;
    this.last = before;
  }

  /** Lets later ids be greater than {@code other}. */
  public synchronized void passOver(Ulid other) {
    if (other.compareTo(last) > 0) {
      last = other;
    }
  }

  /** The next id, with the time of its making unless ids from the future are passed over. */
  public synchronized Ulid next() {
    long now = clock.wallMillis();
    Ulid fresh = new Ulid(now << 16 | (ids.nextLong() & RANDOM_HIGH), ids.nextLong());
    last = now > last.timestampMillis() ? fresh : successor(fresh);
    return last;
  }

  /** Beyond the last id by a random step, so that two writers hardly give out the same. */
  @GuardedBy("this")
  private Ulid successor(Ulid random) {
    long step = (random.low() >>> 1) + 1;
    long low = last.low() + step;
    long carry = Long.compareUnsigned(low, last.low()) < 0 ? 1 : 0;
    return new Ulid(last.high() + carry, low);
  }
}
