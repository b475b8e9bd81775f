package io.moraine.slate;

import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.format.FilterPolicy;
import io.moraine.slate.format.PrefixExtractor;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.read.MergeOperator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * How a store is read. Immutable; {@code with…} methods make changed copies.
 *
 * @param cache blocks, indexes and filters; may be shared by all stores of the process
 * @param segmentExtractor cuts keys into segments; must be what the database was created with
 * @param filterPolicies the filters that are consulted; others are passed over
 * @param mergeOperator makes values of merge rows; without it they are refused
 * @param executor runs reads ahead of their use and side by side; without it each read waits for
 *     the one before. Its threads block on the object store, and it must take tasks as long as
 *     readers are in use
 * @param walStore where the write-ahead log is, if not beside the tables
 */
public record SlateOptions(
    BlockCache cache,
    Optional<PrefixExtractor> segmentExtractor,
    List<FilterPolicy> filterPolicies,
    Optional<MergeOperator> mergeOperator,
    Optional<Executor> executor,
    Optional<ObjectStore> walStore) {
  /** Copies the list. */
  public SlateOptions {
    filterPolicies = List.copyOf(filterPolicies);
  }

  /** Filters over whole keys, and nothing else special. */
  public static SlateOptions of(BlockCache cache) {
    return new SlateOptions(
        cache,
        Optional.empty(),
        List.of(FilterPolicy.WHOLE_KEYS),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same with keys cut into segments by {@code extractor}. */
  public SlateOptions withSegmentExtractor(PrefixExtractor extractor) {
    return new SlateOptions(
        cache, Optional.of(extractor), filterPolicies, mergeOperator, executor, walStore);
  }

  /** The same consulting the filters of {@code policies}. */
  public SlateOptions withFilterPolicies(List<FilterPolicy> policies) {
    return new SlateOptions(cache, segmentExtractor, policies, mergeOperator, executor, walStore);
  }

  /** The same merging rows by {@code operator}. */
  public SlateOptions withMergeOperator(MergeOperator operator) {
    return new SlateOptions(
        cache, segmentExtractor, filterPolicies, Optional.of(operator), executor, walStore);
  }

  /** The same reading ahead on {@code runner}. */
  public SlateOptions withExecutor(Executor runner) {
    return new SlateOptions(
        cache, segmentExtractor, filterPolicies, mergeOperator, Optional.of(runner), walStore);
  }

  /** The same with the write-ahead log in {@code store}. */
  public SlateOptions withWalStore(ObjectStore store) {
    return new SlateOptions(
        cache, segmentExtractor, filterPolicies, mergeOperator, executor, Optional.of(store));
  }
}
