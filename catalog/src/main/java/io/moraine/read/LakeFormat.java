package io.moraine.read;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.base.Workers;
import io.moraine.keyspace.PrefixExtractors;
import io.moraine.slate.SlateOptions;
import io.moraine.slate.compaction.CompactorOptions;
import io.moraine.slate.format.FilterPolicy;
import io.moraine.slate.format.PrefixExtractor;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.write.WriterOptions;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/** How a store is kept whose keys are a lake's: by which functions it is cut and filtered. */
public final class LakeFormat {
  private static final PrefixExtractor SEGMENTS =
      extractor(PrefixExtractors.SEGMENT_NAME, PrefixExtractors::segment);
  private static final PrefixExtractor INDEX_VALUES =
      extractor(PrefixExtractors.INDEX_EQUALITY_NAME, PrefixExtractors::indexEquality);
  private static final List<FilterPolicy> FILTERS =
      List.of(FilterPolicy.WHOLE_KEYS, FilterPolicy.prefixes(INDEX_VALUES));

  private LakeFormat() {}

  /** The options to read such a store with. */
  static SlateOptions options(BlockCache cache, Workers workers) {
    return SlateOptions.of(cache)
        .withSegmentExtractor(SEGMENTS)
        .withFilterPolicies(FILTERS)
        .withExecutor(workers);
  }

  /** The options to write such a store with. */
  public static WriterOptions writerOptions(Clock clock, IdSource ids) {
    return WriterOptions.of(clock, ids, FILTERS);
  }

  /** The options to compact such a store with. */
  public static CompactorOptions compactorOptions(Clock clock, IdSource ids) {
    return CompactorOptions.of(clock, ids, FILTERS);
  }

  /** Both functions answer alike for a key and for a beginning of keys that has the prefix. */
  private static PrefixExtractor extractor(String name, Function<Bytes, OptionalInt> length) {
    return new PrefixExtractor() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public int prefixLength(Bytes key) {
        return length.apply(key).orElse(NONE);
      }

      @Override
      public int commonPrefixLength(Bytes beginning) {
        return length.apply(beginning).orElse(NONE);
      }
    };
  }
}
