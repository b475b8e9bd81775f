package io.moraine.slate.read;

import io.moraine.slate.format.PrefixExtractor;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.Segment;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a database must have been created with to be opened.
 *
 * @param location where it is, for messages
 * @param segmentExtractor what cuts its keys into segments, if anything
 * @param hasWalStore whether an object store for its log was given
 */
public record StoreRequirements(
    String location, Optional<PrefixExtractor> segmentExtractor, boolean hasWalStore) {
  /**
   * Checks a manifest.
   *
   * @throws UnsupportedStoreException if its database needs another segment extractor or an object
   *     store for its log
   */
  public void check(Manifest manifest) {
    checkSegments(manifest);
    if (manifest.walObjectStoreUri() != null && !hasWalStore) {
      throw unsupported("its write-ahead log is in another object store, which is not configured");
    }
  }

  private void checkSegments(Manifest manifest) {
    String configured = segmentExtractor.map(PrefixExtractor::name).orElse(null);
    String stored = manifest.segmentExtractorName();
    if (!Objects.equals(configured, stored)) {
      throw unsupported(
          "its keys are cut into segments by "
              + named(stored)
              + ", configured is "
              + named(configured));
    }
    for (Segment segment : manifest.segments()) {
      int length =
          segmentExtractor
              .map(extractor -> extractor.commonPrefixLength(segment.prefix()))
              .orElse(PrefixExtractor.NONE);
      if (length != segment.prefix().length()) {
        throw unsupported("segment " + segment.prefix() + " is none of " + named(configured));
      }
    }
  }

  private static String named(@Nullable String extractor) {
    return extractor == null ? "no extractor" : "extractor " + extractor;
  }

  private UnsupportedStoreException unsupported(String reason) {
    return new UnsupportedStoreException(location + ": " + reason);
  }
}
