package io.moraine.interop;

import com.fasterxml.jackson.databind.JsonNode;
import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.keyspace.PrefixExtractors;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.SlateCompactor;
import io.moraine.slate.SlateOptions;
import io.moraine.slate.SlateStore;
import io.moraine.slate.compaction.CompactorOptions;
import io.moraine.slate.format.FilterPolicy;
import io.moraine.slate.format.PrefixExtractor;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.BlockCache;
import io.moraine.testing.LiveObjects;
import io.moraine.testing.Stores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;

/** The store of a lake as Java sees it, below the lake. */
final class JavaStore {
  /** The filters of a lake's tables. */
  static final List<FilterPolicy> FILTERS =
      List.of(
          FilterPolicy.WHOLE_KEYS,
          FilterPolicy.prefixes(
              new Extractor(
                  PrefixExtractors.INDEX_EQUALITY_NAME, PrefixExtractors::indexEquality)));

  /** Where its objects lie. */
  static final StoreLayout LAYOUT = new StoreLayout("");

  private static final PrefixExtractor SEGMENTS =
      new Extractor(PrefixExtractors.SEGMENT_NAME, PrefixExtractors::segment);

  /** Its tables end after some rows, so that runs have several. */
  private static final int SMALL_TABLE_BYTES = 4096;

  /** How {@link LiveObjects} calls the newest state. */
  static final String NEWEST = "newest";

  /** Longer values are told of by a hash. */
  private static final int LONG_VALUE = 256;

  private JavaStore() {}

  /** An extractor that answers alike for a key and for the beginning of keys. */
  private record Extractor(String name, Function<Bytes, OptionalInt> length)
      implements PrefixExtractor {
    @Override
    public int prefixLength(Bytes key) {
      return length.apply(key).orElse(NONE);
    }

    @Override
    public int commonPrefixLength(Bytes beginning) {
      return prefixLength(beginning);
    }
  }

  /** The objects of a folder. */
  static ObjectStore objects(Path folder) {
    return FileObjectStore.open(folder.toString(), Clock.SYSTEM);
  }

  /** The store in {@code objects}. */
  static SlateStore open(ObjectStore objects) {
    return Stores.slate(objects, LAYOUT, options());
  }

  /** Everything in {@code objects} that somebody may read. */
  static LiveObjects live(ObjectStore objects) {
    return LiveObjects.in(objects, LAYOUT, options());
  }

  private static SlateOptions options() {
    return SlateOptions.of(new BlockCache(8 << 20))
        .withSegmentExtractor(SEGMENTS)
        .withFilterPolicies(FILTERS);
  }

  /** A compactor of the store in {@code objects} that merges as little as two tables. */
  static SlateCompactor compactor(ObjectStore objects) {
    return compactor(objects, Clock.SYSTEM);
  }

  /** The same with another clock. */
  static SlateCompactor compactor(ObjectStore objects, Clock clock) {
    CompactorOptions eager =
        new CompactorOptions(
            clock,
            IdSource.SYSTEM,
            FILTERS,
            4096,
            SMALL_TABLE_BYTES,
            2,
            8,
            4.0,
            Duration.ofMinutes(15),
            Duration.ofSeconds(10));
    return open(objects).compactor(Stores.compactions(objects, LAYOUT), eager);
  }

  /** The rows of a dump that Rust made, as {@link LiveObjects} tells of them. */
  static List<String> rows(JsonNode dump) {
    List<String> rows = new ArrayList<>();
    dump.get("rows").forEach(row -> rows.add(text(row.get("key")) + "=" + text(row.get("value"))));
    return rows;
  }

  private static String text(JsonNode hex) {
    byte[] bytes = HexFormat.of().parseHex(hex.textValue());
    return bytes.length > LONG_VALUE
        ? bytes.length + " bytes " + Bytes.wrap(bytes).hashCode()
        : hex.textValue();
  }
}
