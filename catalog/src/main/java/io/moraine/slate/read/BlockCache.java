package io.moraine.slate.read;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.moraine.slate.format.Block;
import io.moraine.slate.format.Ulid;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of tables, and their indexes and filters, by table id. One budget is shared by all stores
 * of a process; each sees its own blocks only. Thread-safe.
 *
 * <p>Tables never change, so nothing is ever invalid. Indexes and filters have a share of their own
 * that scans of blocks cannot take. All stores that use one cache configure the same filter
 * policies.
 */
public final class BlockCache {
  /** About what a cached block costs besides its bytes. */
  private static final int OVERHEAD_BYTES = 200;

  private final Shared shared;
  private final String owner;

  /** What all views have in common. */
  private static final class Shared {
    private final long budgetBytes;
    private final Cache<BlockKey, Block> blocks;
    private final Cache<TableKey, TableMetadata> tables;
    private final SingleFlight<BlockKey, Block> blockLoads = new SingleFlight<>();
    private final SingleFlight<TableKey, OpenTable> tableLoads = new SingleFlight<>();

    private Shared(long budgetBytes) {
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
              .weigher((TableKey key, TableMetadata table) -> table.sizeBytes() + OVERHEAD_BYTES)
              .executor(Runnable::run)
              .build();
    }
  }

  private record TableKey(String owner, Ulid table) {}

  /** A cache of at most {@code budgetBytes} bytes, an eighth of them for indexes and filters. */
  public BlockCache(long budgetBytes) {
    this(new Shared(budgetBytes), "");
  }

  private BlockCache(Shared shared, String owner) {
    this.shared = shared;
    this.owner = owner;
  }

  /**
   * The same cache as the store {@code name} sees it.
   *
   * @param name tells stores apart, and who reads them; the same one finds the same blocks again
   */
  public BlockCache viewOf(String name) {
    return new BlockCache(shared, name);
  }

  BlockKey key(Ulid table, long offset) {
    return new BlockKey(owner, table, offset);
  }

  @Nullable Block findBlock(BlockKey key) {
    return shared.blocks.getIfPresent(key);
  }

  /** The block, loaded once however many want it. */
  Block loadBlock(BlockKey key, String object, Supplier<Block> loader) {
    return shared.blockLoads.get(
        key,
        object,
        () -> {
          Block block = findBlock(key);
          if (block == null) {
            block = loader.get();
            shared.blocks.put(key, block);
          }
          return block;
        });
  }

  void admit(BlockKey key, Block block) {
    shared.blocks.put(key, block.detached());
  }

  @Nullable TableMetadata findTable(Ulid table) {
    return shared.tables.getIfPresent(new TableKey(owner, table));
  }

  /** The table, loaded once however many want it; all of them get the blocks it came with. */
  OpenTable loadTable(Ulid table, String object, Supplier<OpenTable> loader) {
    TableKey key = new TableKey(owner, table);
    return shared.tableLoads.get(
        key,
        object,
        () -> {
          TableMetadata known = shared.tables.getIfPresent(key);
          if (known != null) {
            return OpenTable.of(known);
          }
          OpenTable loaded = loader.get();
          shared.tables.put(key, loaded.metadata());
          return loaded;
        });
  }

  /** What the cache holds now, for all stores. */
  public Figures figures() {
    return new Figures(
        shared.budgetBytes,
        weight(shared.blocks),
        weight(shared.tables),
        shared.blocks.estimatedSize(),
        shared.tables.estimatedSize());
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
