package io.moraine.read;

import io.moraine.slate.manifest.Checkpoint;
import java.time.Duration;
import java.util.List;

/** What every manifest update of ours does besides: it sweeps out leases of readers that died. */
public final class LeaseHousekeeping {
  /** The name of a lease; checkpoints of other names are nobody's leases. */
  static final String LEASE = "moraine-lease";

  /** How long an expired lease stays, so that clocks that differ do no harm. */
  private static final Duration KEPT = Duration.ofMinutes(10);

  private LeaseHousekeeping() {}

  /**
   * The checkpoints without leases that expired long ago.
   *
   * @param nowSeconds the store's time, seconds since 1970-01-01 UTC
   */
  public static List<Checkpoint> apply(List<Checkpoint> checkpoints, long nowSeconds) {
    return checkpoints.stream()
        .filter(each -> !isLease(each) || !isDead(each, nowSeconds))
        .toList();
  }

  /**
   * Whether collection may drop a checkpoint: leases as every update does, others once they have
   * expired.
   *
   * @param nowSeconds the store's time, seconds since 1970-01-01 UTC
   */
  public static boolean isDead(Checkpoint checkpoint, long nowSeconds) {
    return checkpoint.isExpired(isLease(checkpoint) ? nowSeconds - KEPT.toSeconds() : nowSeconds);
  }

  static boolean isLease(Checkpoint checkpoint) {
    return LEASE.equals(checkpoint.name());
  }
}
