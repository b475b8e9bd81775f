package io.moraine.driver.jdbc;

import io.moraine.base.Call;
import io.moraine.base.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long one execution may take.
 *
 * @param statement for all its work, if limited
 * @param network for what it does at a stretch, up to the next row, if limited
 */
record TimeLimit(Optional<Duration> statement, Optional<Duration> network) {
  private static final Duration SHORTEST = Duration.ofMillis(1);

  /** As good as no limit, and a number of nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  /** When the work must be done, on {@code clock}. */
  @Nullable Instant deadline(BusyClock clock) {
    return statement.map(limit -> clock.instant().plus(limit)).orElse(null);
  }

  /** Most time to work on, from now to the next row. */
  Optional<Duration> remaining(BusyClock clock) {
    Optional<Duration> left =
        statement
            .map(limit -> shorter(limit, LONGEST))
            .map(limit -> longer(limit.minus(clock.busy()), SHORTEST));
    return left.isEmpty()
        ? network
        : network.filter(each -> each.compareTo(left.get()) < 0).or(() -> left);
  }

  /** {@code call} with the limit of {@link #remaining} if there is one. */
  Call apply(Call call, BusyClock busy, Clock clock) {
    return remaining(busy).map(left -> limited(call, left, clock)).orElse(call);
  }

  /** {@code call} with a limit of {@code limit} from now on. */
  static Call limited(Call call, Duration limit, Clock clock) {
    Duration kept = shorter(limit, LONGEST);
    return call.until(clock, clock.monotonicNanos() + kept.toNanos());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
