package io.moraine.slate.manifest;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An entry that pins one manifest, and all it names, against clean-up.
 *
 * @param id random
 * @param manifestId the manifest it pins
 * @param createTimeSeconds seconds since 1970-01-01 UTC
 * @param expireTimeSeconds seconds since 1970-01-01 UTC; 0 for never
 * @param name not unique; null if it has none
 */
public record Checkpoint(
    UUID id,
    long manifestId,
    long createTimeSeconds,
    long expireTimeSeconds,
    @Nullable String name) {
  /** Whether it no longer pins anything at {@code nowSeconds}. */
  public boolean isExpired(long nowSeconds) {
    return expireTimeSeconds != 0 && expireTimeSeconds <= nowSeconds;
  }
}
