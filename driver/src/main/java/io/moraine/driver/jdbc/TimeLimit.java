package io.moraine.driver.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long one execution may take.
 *
 * @param statement for all its work, if limited
 * @param network for each wait for the store, if limited
 */
record TimeLimit(Optional<Duration> statement, Optional<Duration> network) {
  /** When the work must be done, on {@code clock}. */
  @Nullable Instant deadline(BusyClock clock) {
    return statement.map(limit -> clock.instant().plus(limit)).orElse(null);
  }

  /** Most time to wait for a revision now. */
  Optional<Duration> remaining(BusyClock clock) {
    Optional<Duration> left =
        statement.map(
            limit -> {
              Duration rest = limit.minusMillis(clock.busyMillis());
              return rest.isNegative() || rest.isZero() ? Duration.ofMillis(1) : rest;
            });
    return left.isEmpty()
        ? network
        : network.filter(each -> each.compareTo(left.get()) < 0).or(() -> left);
  }
}
