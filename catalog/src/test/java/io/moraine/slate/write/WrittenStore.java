package io.moraine.slate.write;

import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.base.Workers;
import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.SlateOptions;
import io.moraine.slate.SlateReader;
import io.moraine.slate.SlateStore;
import io.moraine.slate.SlateWriter;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.format.FilterPolicy;
import io.moraine.slate.format.PrefixExtractor;
import io.moraine.slate.format.Region;
import io.moraine.slate.format.Row;
import io.moraine.slate.format.WalObject;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.manifest.WalProbe;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.slate.read.TailAdmission;
import io.moraine.testing.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A database for tests of its writer.
 *
 * @param objects where it is
 * @param layout where in there
 * @param options how it is read
 * @param clock the writers' clock
 */
public record WrittenStore(
    ObjectStore objects, StoreLayout layout, SlateOptions options, Clock clock) {
  /** Threads for stores that are far away. */
  public static final Workers WORKERS = new Workers("written", 4);

  /** The first byte of a key. */
  private static final PrefixExtractor FIRST_BYTE =
      new PrefixExtractor() {
        @Override
        public String name() {
          return "first-byte";
        }

        @Override
        public int prefixLength(Bytes key) {
          return key.isEmpty() ? NONE : 1;
        }

        @Override
        public int commonPrefixLength(Bytes beginning) {
          return prefixLength(beginning);
        }
      };

  /** A database without segments in {@code objects}. */
  public static WrittenStore plain(ObjectStore objects, Clock clock) {
    return new WrittenStore(
        objects, new StoreLayout("db"), SlateOptions.of(new BlockCache(1 << 20)), clock);
  }

  /** One whose keys are cut after the first byte. */
  public static WrittenStore segmented(ObjectStore objects, Clock clock) {
    return new WrittenStore(
        objects,
        new StoreLayout("db"),
        SlateOptions.of(new BlockCache(1 << 20)).withSegmentExtractor(FIRST_BYTE),
        clock);
  }

  /** The same database seen through {@code other}. */
  public WrittenStore through(ObjectStore other) {
    return new WrittenStore(other, layout, options, clock);
  }

  /** A process that knows nothing yet. */
  public SlateStore process() {
    return Stores.slate(objects, layout, options);
  }

  /** Creates it. */
  public WrittenStore created() {
    process().create(IdSource.SYSTEM);
    return this;
  }

  /** Takes it over. */
  public SlateWriter open() {
    return open(writerOptions());
  }

  /** Takes it over. */
  public SlateWriter open(WriterOptions writing) {
    return process().openWriter(writing, TailAdmission.UNLIMITED);
  }

  /** How it is written. */
  public WriterOptions writerOptions() {
    return WriterOptions.of(clock, IdSource.SYSTEM, List.of(FilterPolicy.WHOLE_KEYS));
  }

  /** Options with other limits. */
  public WriterOptions limits(int tailObjects, int crowdedTailObjects, int crowdedL0, int maxL0) {
    return new WriterOptions(
        clock,
        IdSource.SYSTEM,
        List.of(FilterPolicy.WHOLE_KEYS),
        4096,
        64 << 20,
        tailObjects,
        crowdedTailObjects,
        crowdedL0,
        maxL0,
        Duration.ofSeconds(10));
  }

  /** The manifest in force. */
  public Manifest manifest() {
    return process().readLatestManifest();
  }

  /** What a process that comes now reads. */
  public Map<String, String> content() {
    SlateStore process = process();
    Manifest manifest = process.readLatestManifest();
    long last = new WalProbe(objects, layout, WORKERS).lastIdAfter(manifest.replayAfterWalId());
    return content(
        process.open(manifest, process.readTail(manifest, last, TailAdmission.UNLIMITED)));
  }

  /** Everything that a reader shows. */
  public static Map<String, String> content(SlateReader reader) {
    Map<String, String> content = new TreeMap<>();
    try (RowIterator rows = reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)) {
      while (rows.next()) {
        content.put(rows.key().toUtf8(), rows.value().toUtf8());
      }
    }
    return content;
  }

  /** The rows of a log object. */
  public List<Row> logRows(long walId) {
    String path = layout.wal(walId);
    return WalObject.decode(Region.whole(path, objects.read(path))).rows();
  }

  /** The number of objects in a folder of the database. */
  public int count(String folder) {
    return objects.list(layout.root() + "/" + folder, "").size();
  }

  /** A batch that sets keys. */
  public static WriteBatch put(String... keysAndValues) {
    WriteBatch.Builder builder = new WriteBatch.Builder();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      builder.put(Bytes.utf8(keysAndValues[i]), Bytes.utf8(keysAndValues[i + 1]));
    }
    return builder.build();
  }

  /** A batch that deletes keys. */
  public static WriteBatch delete(String... keys) {
    WriteBatch.Builder builder = new WriteBatch.Builder();
    List.of(keys).forEach(key -> builder.delete(Bytes.utf8(key)));
    return builder.build();
  }
}
