package io.moraine.slate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.FilterPolicy;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.SlateFormatException;
import io.moraine.slate.format.SsTableIndex;
import io.moraine.slate.format.SstFile;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.slate.read.StoredRow;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.read.WalTail;
import io.moraine.testing.OverlayObjectStore;
import io.moraine.testing.Stores;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.commons.logging.LoggerFactory;

/**
 * Damaged stores: whatever is done to one object of a reference store, the reader answers as before
 * or refuses with an error that names the damaged object, and the byte where bytes are bad.
 *
 * <p>Some damage cannot be told from another store that is sound, and there another answer is as
 * good as an error:
 *
 * <ul>
 *   <li>Manifests and boundaries carry no checksum, and an older manifest is in force when the
 *       newest is gone. For these, and for objects whose checksums were made right again after the
 *       damage, only the absence of other errors is asked for.
 *   <li>A log object of at most 10 bytes is a fence, and the log ends before the first object that
 *       is not there, if the manifest does not know better.
 *   <li>No table or log object holds its own name. When two are exchanged it shows by their keys,
 *       sizes and sequence numbers, unless these are in order.
 * </ul>
 */
class MutationTest {
  private static final long SEED = Long.getLong("moraine.mutations.seed", 20261130);
  private static final int COUNT = Integer.getInteger("moraine.mutations", 5000);

  /** One mutation to repeat, instead of all. */
  private static final int ONLY = Integer.getInteger("moraine.mutation", -1);

  private enum Damage {
    TRUNCATED,
    FLIPPED,
    EXCHANGED,
    REMOVED,
    /** Bits flipped where a checksum covers them, and the checksum made right again. */
    FORGED
  }

  private enum Outcome {
    RIGHT,
    REFUSED,
    OTHER_ANSWER
  }

  /** A database with what it holds undamaged, as digests. */
  private record Subject(ReferenceStore store, StoreLayout layout, long rows, List<Bytes> keys) {}

  @Test
  @Timeout(value = 2, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void damageNeverGoesUnnoticedAndNeverBreaksTheReader() {
    List<Subject> subjects = subjects();
    Map<Damage, Map<Outcome, Integer>> tally = new EnumMap<>(Damage.class);
    long started = Clock.SYSTEM.monotonicNanos();
    for (int number = ONLY >= 0 ? ONLY : 0; number < (ONLY >= 0 ? ONLY + 1 : COUNT); number++) {
      SplittableRandom random = new SplittableRandom(SEED + 0x9e3779b97f4a7c15L * number);
      Subject subject = subjects.get(random.nextInt(subjects.size()));
      Damage damage = Damage.values()[random.nextInt(Damage.values().length)];
      Mutation mutation = Mutation.of(subject, damage, random);
      Outcome outcome = mutation.run(number, random);
      tally
          .computeIfAbsent(damage, key -> new EnumMap<>(Outcome.class))
          .merge(outcome, 1, Integer::sum);
      if ((number + 1) % 50_000 == 0) {
        report(number + 1, tally, started);
      }
    }
    report(COUNT, tally, started);
  }

  private static void report(
      int count, Map<Damage, Map<Outcome, Integer>> tally, long startedNanos) {
    long took = TimeUnit.NANOSECONDS.toMillis(Clock.SYSTEM.monotonicNanos() - startedNanos);
    LoggerFactory.getLogger(MutationTest.class)
        .info(() -> count + " mutations of seed " + SEED + " in " + took + " ms: " + tally);
  }

  private static List<Subject> subjects() {
    List<Subject> subjects = new ArrayList<>();
    for (String name : ReferenceStore.names()) {
      ReferenceStore store = ReferenceStore.load(name);
      for (JsonNode database : store.databases()) {
        StoreLayout layout = new StoreLayout(database.get("path").asText());
        SlateReader reader =
            openLatest(store.objects(), store.walObjects(), layout, store.options());
        List<Bytes> keys = new ArrayList<>();
        RowIterator rows = reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK);
        while (rows.next()) {
          keys.add(rows.row().key());
        }
        assertThat(keys.stream().map(ShownBytes::show))
            .as("undamaged %s", name)
            .isEqualTo(
                ReferenceStore.list(database.get("rows")).stream()
                    .map(row -> ShownBytes.show(row.get("k")))
                    .toList());
        subjects.add(
            new Subject(store, layout, digest(reader, Direction.ASCENDING), List.copyOf(keys)));
      }
    }
    return subjects;
  }

  private static SlateReader openLatest(
      ObjectStore store, ObjectStore walStore, StoreLayout layout, SlateOptions options) {
    SlateStore slate = Stores.slate(store, layout, options);
    Manifest manifest = slate.readLatestManifest();
    long last = manifest.replayAfterWalId();
    while (walStore.head(layout.wal(last + 1)).isPresent()) {
      last++;
    }
    return slate.open(manifest, slate.readTail(manifest, last, TailAdmission.UNLIMITED));
  }

  /** A number that depends on all rows, and not on their order. */
  private static long digest(SlateReader reader, Direction direction) {
    long digest = 0;
    try (RowIterator rows = reader.scan(BytesRange.ALL, direction, ScanShape.BULK)) {
      while (rows.next()) {
        digest += hash(rows.row());
      }
    }
    return digest;
  }

  private static long hash(StoredRow row) {
    long hash = row.key().hashCode();
    hash = hash * 0x9e3779b97f4a7c15L + row.value().hashCode();
    hash = hash * 0x9e3779b97f4a7c15L + row.seq();
    hash = hash * 0x9e3779b97f4a7c15L + row.createMillis().hashCode();
    hash = hash * 0x9e3779b97f4a7c15L + row.expireMillis().hashCode();
    return hash ^ hash >>> 29;
  }

  /** One damaged store. */
  private record Mutation(
      Subject subject,
      Damage damage,
      OverlayObjectStore objects,
      OverlayObjectStore walObjects,
      String path,
      String partner,
      String description) {

    static Mutation of(Subject subject, Damage damage, SplittableRandom random) {
      ReferenceStore store = subject.store;
      boolean inWal = store.walObjects() != store.objects() && random.nextInt(2) == 0;
      List<String> paths = paths(inWal ? store.walObjects() : store.objects());
      String path = paths.get(random.nextInt(paths.size()));
      for (int i = 0; i < 4 && isRarelyRead(path); i++) {
        path = paths.get(random.nextInt(paths.size()));
      }
      String partner = paths.get(random.nextInt(paths.size()));
      OverlayObjectStore objects = new OverlayObjectStore(store.objects());
      OverlayObjectStore walObjects =
          store.walObjects() == store.objects()
              ? objects
              : new OverlayObjectStore(store.walObjects());
      OverlayObjectStore changed = inWal ? walObjects : objects;
      String description = apply(changed, path, partner, damage, random);
      return new Mutation(
          subject, damage, objects, walObjects, path, partner, store.name() + ": " + description);
    }

    private static String apply(
        OverlayObjectStore store,
        String path,
        String partner,
        Damage damage,
        SplittableRandom random) {
      Bytes content = store.read(path);
      switch (damage) {
        case TRUNCATED -> {
          int length = content.isEmpty() ? 0 : random.nextInt(content.length());
          store.replace(path, content.slice(0, length));
          return path + " cut to " + length + " of " + content.length() + " bytes";
        }
        case FLIPPED -> {
          store.replace(path, flipped(content, 0, content.length(), random));
          return path + " with bits flipped";
        }
        case EXCHANGED -> {
          Bytes other = store.read(partner);
          store.replace(path, other);
          store.replace(partner, content);
          return path + " exchanged with " + partner;
        }
        case REMOVED -> {
          store.remove(path);
          return path + " removed";
        }
        case FORGED -> {
          store.replace(path, forged(path, content, random));
          return path + " forged";
        }
      }
      throw new AssertionError(damage);
    }

    private static Bytes flipped(Bytes content, int from, int to, SplittableRandom random) {
      byte[] bytes = content.toArray();
      for (int i = 1 + random.nextInt(4); i > 0 && to > from; i--) {
        bytes[from + random.nextInt(to - from)] ^= (byte) (1 << random.nextInt(8));
      }
      return Bytes.wrap(bytes);
    }

    /** Flips bits in a block, the index, the filter, the statistics or the info of a table file. */
    private static Bytes forged(String path, Bytes content, SplittableRandom random) {
      if (!path.endsWith(".sst") || content.length() <= 10) {
        return flipped(content, 0, content.length(), random);
      }
      List<int[]> regions = regions(Region.whole(path, content));
      int[] region = regions.get(random.nextInt(regions.size()));
      byte[] bytes = flipped(content, region[0], region[1] - 4, random).toArray();
      CRC32 crc = new CRC32();
      crc.update(bytes, region[0], region[1] - 4 - region[0]);
      ByteBuffer.wrap(bytes).putInt(region[1] - 4, (int) crc.getValue());
      return Bytes.wrap(bytes);
    }

    private static List<int[]> regions(Region object) {
      SstFile file = SstFile.decode(object);
      List<int[]> regions = new ArrayList<>();
      SsTableIndex index = file.index();
      for (int i = 0; i < index.blockCount(); i++) {
        int from = (int) index.blockOffset(i);
        regions.add(new int[] {from, from + index.blockLength(i)});
      }
      var info = file.footer().info();
      for (var extent : List.of(info.index(), info.filter(), info.stats())) {
        if (!extent.isEmpty()) {
          regions.add(new int[] {(int) extent.offset(), (int) extent.end()});
        }
      }
      regions.add(new int[] {(int) file.footer().infoOffset(), object.length() - 10});
      return regions;
    }

    private static List<String> paths(ObjectStore store) {
      List<String> paths = new ArrayList<>();
      for (String root : List.of("db", "parent", "clone", "left", "right")) {
        for (String folder : List.of("manifest", "wal", "compacted", "gc", "compactions")) {
          store.list(root + "/" + folder, "").forEach(object -> paths.add(object.path()));
        }
      }
      return paths;
    }

    Outcome run(int number, SplittableRandom random) {
      String context = "mutation " + number + " of seed " + SEED + ", " + description;
      try {
        inspect();
        SlateOptions options = subject.store.options();
        if (subject.store.walObjects() != subject.store.objects()) {
          options = options.withWalStore(walObjects);
        }
        SlateReader reader = openLatest(objects, walObjects, subject.layout, options);
        long seen = digest(reader, Direction.ASCENDING);
        if (random.nextInt(4) == 0) {
          long backwards = digest(reader, Direction.DESCENDING);
          if (damage != Damage.FORGED) {
            assertThat(backwards).as("%s, descending", context).isEqualTo(seen);
          }
          readCheckpoints(options);
        }
        if (seen != subject.rows) {
          assertThat(mayAnswerOtherwise()).as("%s: another answer is allowed", context).isTrue();
          return Outcome.OTHER_ANSWER;
        }
        getSome(reader, random, context);
        return Outcome.RIGHT;
      } catch (SlateException e) {
        checkError(e, context);
        return Outcome.REFUSED;
      } catch (AssertionError e) {
        throw e;
      } catch (RuntimeException | Error e) {
        throw new AssertionError(context + ": untyped error", e);
      }
    }

    /** Decodes all of a damaged table file, also what a reader does not look at. */
    private void inspect() {
      Bytes content = objects.head(path).isPresent() ? objects.read(path) : Bytes.EMPTY;
      if (path.endsWith(".sst")) {
        try {
          SstFile file = SstFile.decode(Region.whole(path, content));
          file.stats();
          file.filter(List.of(FilterPolicy.WHOLE_KEYS));
        } catch (SlateFormatException e) {
          assertThat(e.object()).isEqualTo(path);
        }
      }
    }

    private void readCheckpoints(SlateOptions options) {
      SlateStore slate = Stores.slate(objects, subject.layout, options);
      for (Checkpoint checkpoint : slate.readLatestManifest().checkpoints()) {
        Manifest manifest = slate.readManifest(checkpoint.manifestId());
        WalTail tail = slate.readTail(manifest, manifest.walIdLastSeen(), TailAdmission.UNLIMITED);
        digest(slate.open(manifest, tail), Direction.ASCENDING);
      }
    }

    private void getSome(SlateReader reader, SplittableRandom random, String context) {
      for (int i = 0; i < 4 && !subject.keys.isEmpty(); i++) {
        Bytes key = subject.keys.get(random.nextInt(subject.keys.size()));
        if (damage != Damage.FORGED && !isUnprotected()) {
          assertThat(reader.get(key)).as("%s, key %s", context, key).isNotNull();
        }
      }
    }

    private void checkError(SlateException e, String context) {
      assertThat(e.object()).as("%s: %s", context, e).isNotEmpty();
      if (e.kind() == SlateException.Kind.CORRUPT) {
        assertThat(e)
            .as(context)
            .hasMessageContaining(e.object())
            .hasMessageContaining(" at byte ");
      }
      if (!isUnprotected() && e.kind() != SlateException.Kind.UNSUPPORTED) {
        assertThat(e.getMessage()).as(context).containsAnyOf(path, partner);
      }
    }

    private boolean isUnprotected() {
      return isMetadata(path) || (damage == Damage.EXCHANGED && isMetadata(partner));
    }

    private static boolean isRarelyRead(String object) {
      return object.contains("manifest/") || object.contains("compactions/");
    }

    private static boolean isMetadata(String object) {
      return object.contains("manifest/") || object.contains("gc/");
    }

    private boolean mayAnswerOtherwise() {
      if (isUnprotected() || damage == Damage.FORGED) {
        return true;
      }
      return switch (damage) {
        case TRUNCATED -> isWal(path) && walSize(path) <= 10;
        case REMOVED -> isWal(path);
        case EXCHANGED -> isWal(path) || isWal(partner) || sameLayout();
        case FLIPPED, FORGED -> false;
      };
    }

    private static boolean isWal(String object) {
      return object.contains("wal/");
    }

    private long walSize(String object) {
      return walObjects.read(object).length();
    }

    private boolean sameLayout() {
      return SstFile.decode(Region.whole(path, objects.read(path)))
          .footer()
          .equals(SstFile.decode(Region.whole(partner, objects.read(partner))).footer());
    }
  }
}
