package io.moraine.slate.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.testing.Fixtures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A damaged manifest is read as something, or refused by name; never anything else. */
class ManifestDamageTest {
  private static final long SEED = Long.getLong("moraine.seed", 20260115L);
  private static final int FLIPS = 20_000;

  @Test
  void everyTruncationIsReadOrRefused() {
    for (Bytes manifest : manifests()) {
      for (int length = 0; length < manifest.length(); length += 1 + manifest.length() / 200) {
        decode(manifest.slice(0, length), "cut to " + length);
      }
    }
  }

  @Test
  void flippedBitsAreReadOrRefused() {
    Random random = new Random(SEED);
    List<Bytes> manifests = manifests();
    for (int round = 0; round < FLIPS; round++) {
      byte[] bytes = manifests.get(random.nextInt(manifests.size())).toArray();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      decode(Bytes.wrap(bytes), "seed " + SEED + ", round " + round);
    }
  }

  @Test
  void overwrittenStretchesAreReadOrRefused() {
    Random random = new Random(SEED + 1);
    List<Bytes> manifests = manifests();
    for (int round = 0; round < FLIPS / 4; round++) {
      byte[] bytes = manifests.get(random.nextInt(manifests.size())).toArray();
      byte fill = random.nextBoolean() ? 0 : (byte) 0xff;
      int from = random.nextInt(bytes.length);
      Arrays.fill(bytes, from, Math.min(bytes.length, from + 1 + random.nextInt(8)), fill);
      decode(Bytes.wrap(bytes), "seed " + (SEED + 1) + ", round " + round);
    }
  }

  private static void decode(Bytes bytes, String what) {
    try {
      assertThat(ManifestCodec.decode(new StoreLayout("db"), 1, bytes)).isNotNull();
    } catch (SlateFormatException e) {
      assertThat(e.object()).as(what).isEqualTo("db/manifest/00000000000000000001.manifest");
      assertThat(e.offset()).as(what).isBetween(0L, (long) bytes.length());
    } catch (StoreBeingCreatedException e) {
      assertThat(e).as(what).hasMessageContaining("being created");
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw new AssertionError(what + ": " + bytes.toHex(), e);
    }
  }

  private static List<Bytes> manifests() {
    List<Bytes> manifests = new ArrayList<>();
    for (String fixture :
        List.of(
            "slatedb/clone-union",
            "slatedb/clone-projected",
            "slatedb/segments-compacted",
            "slatedb/checkpoints",
            "slatedb/seq-jump",
            "slatedb/subcompactions")) {
      ObjectStore store = FileObjectStore.open(Fixtures.store(fixture).toString(), Clock.SYSTEM);
      for (String root : List.of("db", "clone", "parent", "union")) {
        List<ObjectMeta> found = store.list(new StoreLayout(root).manifests().folder(), "");
        found.forEach(each -> manifests.add(store.read(each.path())));
      }
    }
    assertThat(manifests).hasSizeGreaterThan(60);
    return manifests;
  }
}
