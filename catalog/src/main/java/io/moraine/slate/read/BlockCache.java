package io.moraine.slate.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.moraine.slate.format.Block;
import io.moraine.slate.format.Ulid;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of tables, and their indexes and filters, by table id; shared by all stores of a process.
 * Thread-safe.
 *
 * <p>Tables never change, so nothing is ever invalid. Indexes and filters have a share of their own
 * that scans of blocks cannot take. All stores that use one cache configure the same filter
 * policies.
 */
public final class BlockCache {
  /** About what a cached block costs besides its bytes. */
  private static final int OVERHEAD_BYTES = 200;

  private final Cache<BlockKey, Block> blocks;
  private final Cache<Ulid, TableMetadata> tables;
  private final SingleFlight<BlockKey, Block> blockLoads;
  private final SingleFlight<Ulid, TableMetadata> tableLoads;
  private final long budgetBytes;

  /** A cache of at most {@code budgetBytes} bytes, an eighth of them for indexes and filters. */
  public BlockCache(long budgetBytes) {
    this.budgetBytes = budgetBytes;
    long metadataBytes = budgetBytes / 8;
    blocks =
        Caffeine.newBuilder()
            .maximumWeight(budgetBytes - metadataBytes)
            .weigher((BlockKey key, Block block) -> block.sizeBytes() + OVERHEAD_BYTES)
            .executor(Runnable::run)
            .build();
    tables =
        Caffeine.newBuilder()
            .maximumWeight(metadataBytes)
            .weigher((Ulid key, TableMetadata table) -> table.sizeBytes() + OVERHEAD_BYTES)
            .executor(Runnable::run)
            .build();
    blockLoads = new SingleFlight<>(blocks);
    tableLoads = new SingleFlight<>(tables);
  }

  @Nullable Block findBlock(BlockKey key) {
    return blocks.getIfPresent(key);
  }

  Block loadBlock(BlockKey key, String object, Supplier<Block> loader) {
    return blockLoads.get(key, object, loader);
  }

  void admit(BlockKey key, Block block) {
    blocks.put(key, block.detached());
  }

  @Nullable TableMetadata findTable(Ulid table) {
    return tables.getIfPresent(table);
  }

  TableMetadata loadTable(Ulid table, String object, Supplier<TableMetadata> loader) {
    return tableLoads.get(table, object, loader);
  }

  /** What the cache holds now. */
  public Figures figures() {
    return new Figures(
        budgetBytes,
        weight(blocks),
        weight(tables),
        blocks.estimatedSize(),
        tables.estimatedSize());
  }

  private static long weight(Cache<?, ?> cache) {
    return cache.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }

  /**
   * What a cache holds.
   *
   * @param budgetBytes the most it may hold
   * @param blockBytes held in blocks
   * @param metadataBytes held in indexes and filters
   * @param blocks number of blocks
   * @param tables number of tables whose index is held
   */
  public record Figures(
      long budgetBytes, long blockBytes, long metadataBytes, long blocks, long tables) {}
}
