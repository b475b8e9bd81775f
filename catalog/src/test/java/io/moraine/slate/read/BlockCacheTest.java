package io.moraine.slate.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.slate.format.Block;
import io.moraine.slate.format.BlockFormat;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.Ulid;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BlockCacheTest {
  private static final Ulid TABLE = new Ulid(1, 2);

  private final BlockCache cache = new BlockCache(1 << 20);
  private final AtomicInteger loads = new AtomicInteger();

  @Test
  void storesShareTheBudgetButNoBlocks() {
    load(cache.viewOf("one"));
    assertThat(cache.viewOf("other").findBlock(cache.viewOf("other").key(TABLE, 0))).isNull();
    load(cache.viewOf("other"));
    assertThat(loads).hasValue(2);
    assertThat(cache.figures().blocks()).isEqualTo(2);
  }

  @Test
  void aStoreThatIsOpenedAgainFindsItsBlocks() {
    load(cache.viewOf("one"));
    load(cache.viewOf("o".concat("ne")));
    assertThat(loads).hasValue(1);
  }

  private void load(BlockCache view) {
    view.loadBlock(
        view.key(TABLE, 0),
        "table",
        () -> {
          loads.incrementAndGet();
          return Block.decode(
              Region.whole("table", Bytes.fromHex("00000000" + "0000" + "0001")), BlockFormat.V1);
        });
  }
}
