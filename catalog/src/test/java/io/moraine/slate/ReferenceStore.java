package io.moraine.slate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.Workers;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.memory.MemoryObjectStore;
import io.moraine.slate.format.FilterPolicy;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.manifest.WalProbe;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.read.TailAdmission;
import io.moraine.testing.Fixtures;
import io.moraine.testing.Stores;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A store that SlateDB wrote, copied into memory, with what SlateDB says it holds.
 *
 * @param name its folder in {@code slatedb.zip}
 * @param expected its {@code expected.json}
 * @param objects its objects
 * @param walObjects the objects of its log; the same store unless it keeps them apart
 */
record ReferenceStore(
    String name, JsonNode expected, MemoryObjectStore objects, MemoryObjectStore walObjects) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static final Workers WORKERS = new Workers("reference", 4);

  /** Big enough that nothing is evicted. */
  private static final long CACHE_BYTES = 64 << 20;

  static List<String> names() {
    return Fixtures.names("slatedb").stream()
        .map(name -> name.substring("slatedb/".length()))
        .toList();
  }

  static ReferenceStore load(String name) {
    Path folder = Fixtures.folder("slatedb/" + name);
    MemoryObjectStore objects = copyToMemory(folder.resolve("store"), name);
    boolean separate = Files.isDirectory(folder.resolve("wal-store"));
    return new ReferenceStore(
        name,
        readJson(folder.resolve("expected.json")),
        objects,
        separate ? copyToMemory(folder.resolve("wal-store"), name + "-wal") : objects);
  }

  static JsonNode readJson(Path file) {
    try {
      return JSON.readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static MemoryObjectStore copyToMemory(Path folder, String name) {
    MemoryObjectStore store = new MemoryObjectStore(name, Clock.SYSTEM);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String path = folder.relativize(each).toString().replace('\\', '/');
        store.putIfAbsent(path, Bytes.wrap(Files.readAllBytes(each)), path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return store;
  }

  /** The databases in the store. */
  List<JsonNode> databases() {
    return list(expected.get("databases"));
  }

  /** As the database's writer was configured, with a cache of its own. */
  SlateOptions options() {
    JsonNode options = expected.get("options");
    SlateOptions result =
        SlateOptions.of(new BlockCache(CACHE_BYTES))
            .withExecutor(WORKERS)
            .withFilterPolicies(
                list(options.get("filter_policies")).stream()
                    .map(policy -> filterPolicy(policy.asText()))
                    .toList());
    if (!options.get("segment_extractor").isNull()) {
      result = result.withSegmentExtractor(Extractors.FIRST_BYTE);
    }
    if (!options.get("merge_operator").isNull()) {
      result = result.withMergeOperator((key, base, operands) -> concatenate(base, operands));
    }
    return walObjects == objects ? result : result.withWalStore(walObjects);
  }

  /** The newest state of a database in {@code store}, whose log is in {@code walStore}. */
  static SlateReader openLatest(
      ObjectStore store, ObjectStore walStore, StoreLayout layout, SlateOptions options) {
    SlateStore slate = Stores.slate(store, layout, options);
    Manifest manifest = slate.readLatestManifest();
    long last = new WalProbe(walStore, layout, WORKERS).lastIdAfter(manifest.replayAfterWalId());
    return slate.open(manifest, slate.readTail(manifest, last, TailAdmission.UNLIMITED));
  }

  private static FilterPolicy filterPolicy(String name) {
    return switch (name) {
      case "_bf" -> FilterPolicy.WHOLE_KEYS;
      case "_bf:p=first-colon" -> FilterPolicy.prefixesAndWholeKeys(Extractors.FIRST_COLON);
      case "_bf:p=first-colon:wh=0" -> FilterPolicy.prefixes(Extractors.FIRST_COLON);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static Bytes concatenate(Optional<Bytes> base, List<Bytes> operands) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    base.ifPresent(bytes -> all.writeBytes(bytes.toArray()));
    operands.forEach(bytes -> all.writeBytes(bytes.toArray()));
    return Bytes.wrap(all.toByteArray());
  }

  static List<JsonNode> list(JsonNode array) {
    List<JsonNode> result = new ArrayList<>();
    array.forEach(result::add);
    return result;
  }

  @Override
  public String toString() {
    return name;
  }
}
