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
record WrittenStore(ObjectStore objects, StoreLayout layout, SlateOptions options, Clock clock) {
  static final Workers WORKERS = new Workers("written", 4);

  /** The first byte of a key. */
  static final PrefixExtractor FIRST_BYTE =
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
  static WrittenStore plain(ObjectStore objects, Clock clock) {
    return new WrittenStore(
        objects, new StoreLayout("db"), SlateOptions.of(new BlockCache(1 << 20)), clock);
  }

  /** One whose keys are cut after the first byte. */
  static WrittenStore segmented(ObjectStore objects, Clock clock) {
    return new WrittenStore(
        objects,
        new StoreLayout("db"),
        SlateOptions.of(new BlockCache(1 << 20)).withSegmentExtractor(FIRST_BYTE),
        clock);
  }

  /** The same database seen through {@code other}. */
  WrittenStore through(ObjectStore other) {
    return new WrittenStore(other, layout, options, clock);
  }

  /** A process that knows nothing yet. */
  SlateStore process() {
    return Stores.slate(objects, layout, options);
  }

  WrittenStore created() {
    process().create(IdSource.SYSTEM);
    return this;
  }

  SlateWriter open() {
    return open(writerOptions());
  }

  SlateWriter open(WriterOptions writing) {
    return process().openWriter(writing, TailAdmission.UNLIMITED);
  }

  WriterOptions writerOptions() {
    return WriterOptions.of(clock, IdSource.SYSTEM, List.of(FilterPolicy.WHOLE_KEYS));
  }

  /** Options with other limits. */
  WriterOptions limits(int tailObjects, int crowdedTailObjects, int crowdedL0, int maxL0) {
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

  Manifest manifest() {
    return process().readLatestManifest();
  }

  /** What a process that comes now reads. */
  Map<String, String> content() {
    SlateStore process = process();
    Manifest manifest = process.readLatestManifest();
    long last = new WalProbe(objects, layout, WORKERS).lastIdAfter(manifest.replayAfterWalId());
    return content(
        process.open(manifest, process.readTail(manifest, last, TailAdmission.UNLIMITED)));
  }

  static Map<String, String> content(SlateReader reader) {
    Map<String, String> content = new TreeMap<>();
    try (RowIterator rows = reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)) {
      while (rows.next()) {
        content.put(rows.key().toUtf8(), rows.value().toUtf8());
      }
    }
    return content;
  }

  /** The rows of a log object. */
  List<Row> logRows(long walId) {
    String path = layout.wal(walId);
    return WalObject.decode(Region.whole(path, objects.read(path))).rows();
  }

  /** The number of objects in a folder of the database. */
  int count(String folder) {
    return objects.list(layout.root() + "/" + folder, "").size();
  }

  static WriteBatch put(String... keysAndValues) {
    WriteBatch.Builder builder = new WriteBatch.Builder();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      builder.put(Bytes.utf8(keysAndValues[i]), Bytes.utf8(keysAndValues[i + 1]));
    }
    return builder.build();
  }

  static WriteBatch delete(String... keys) {
    WriteBatch.Builder builder = new WriteBatch.Builder();
    List.of(keys).forEach(key -> builder.delete(Bytes.utf8(key)));
    return builder.build();
  }
}
