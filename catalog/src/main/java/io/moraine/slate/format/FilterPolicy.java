package io.moraine.slate.format;

import io.moraine.base.Bytes;
import java.util.Optional;

/**
 * What the keys of a bloom filter are: whole keys, prefixes, or both. A reader consults the filters
 * whose policy it knows.
 *
 * <p>Stored name: {@code _bf}, then {@code :p=} and the extractor's name if there is one, then
 * {@code :wh=0} if whole keys are left out. Source: SlateDB {@code filter_policy.rs} at e0161973.
 */
public final class FilterPolicy {
  private static final String BLOOM = "_bf";

  /** Whole keys are hashed. */
  public static final FilterPolicy WHOLE_KEYS = new FilterPolicy(BLOOM, Optional.empty(), true);

  private final String name;
  private final Optional<PrefixExtractor> extractor;
  private final boolean wholeKeys;

  private FilterPolicy(String name, Optional<PrefixExtractor> extractor, boolean wholeKeys) {
    this.name = name;
    this.extractor = extractor;
    this.wholeKeys = wholeKeys;
  }

  /** Prefixes are hashed, whole keys are not. */
  public static FilterPolicy prefixes(PrefixExtractor extractor) {
    return new FilterPolicy(
        BLOOM + ":p=" + extractor.name() + ":wh=0", Optional.of(extractor), false);
  }

  /** Prefixes and whole keys are hashed. */
  public static FilterPolicy prefixesAndWholeKeys(PrefixExtractor extractor) {
    return new FilterPolicy(BLOOM + ":p=" + extractor.name(), Optional.of(extractor), true);
  }

  /** The name that is stored. */
  public String name() {
    return name;
  }

  /** Whether whole keys are hashed. */
  boolean hashesWholeKeys() {
    return wholeKeys;
  }

  /** The prefix of {@code key} that is hashed, if any is. */
  Optional<Bytes> prefixOf(Bytes key) {
    int length = extractor.map(each -> each.prefixLength(key)).orElse(PrefixExtractor.NONE);
    return length == PrefixExtractor.NONE ? Optional.empty() : Optional.of(key.slice(0, length));
  }

  boolean mayContain(BloomFilter filter, Bytes key, long keyHash) {
    if (wholeKeys) {
      return filter.mayContain(keyHash);
    }
    int length = extractor.map(each -> each.prefixLength(key)).orElse(PrefixExtractor.NONE);
    return length == PrefixExtractor.NONE
        || filter.mayContain(SipHash13.hash(key.slice(0, length)));
  }

  boolean mayContainPrefix(BloomFilter filter, Bytes prefix) {
    int length =
        extractor.map(each -> each.commonPrefixLength(prefix)).orElse(PrefixExtractor.NONE);
    return length == PrefixExtractor.NONE
        || filter.mayContain(SipHash13.hash(prefix.slice(0, length)));
  }
}
