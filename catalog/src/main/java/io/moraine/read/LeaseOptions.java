package io.moraine.read;

import java.time.Duration;

/**
 * The times of leases.
 *
 * @param lifetime how long a lease lasts, from when it is written or renewed
 * @param margin how much less of it is relied upon: a second by which times are cut, and what the
 *     clocks of this machine and of those that collect may differ
 * @param renewal how often leases are renewed; one that nobody used for as long is given up
 * @param renewalTimeout most time of a renewal
 * @param acquisition most time to get a lease where reading without one will do
 * @param retry how long reading goes on without one before it is tried again
 * @param closing most time to give leases up at the end
 */
public record LeaseOptions(
    Duration lifetime,
    Duration margin,
    Duration renewal,
    Duration renewalTimeout,
    Duration acquisition,
    Duration retry,
    Duration closing) {
  /** What is used if nothing else is asked for. */
  public static final LeaseOptions DEFAULT =
      new LeaseOptions(
          Duration.ofMinutes(5),
          Duration.ofSeconds(31),
          Duration.ofMinutes(1),
          Duration.ofSeconds(30),
          Duration.ofSeconds(7),
          Duration.ofMinutes(1),
          Duration.ofSeconds(2));

  /** How long what was written at a moment can be relied upon. */
  Duration trusted() {
    return lifetime.minus(margin);
  }
}
