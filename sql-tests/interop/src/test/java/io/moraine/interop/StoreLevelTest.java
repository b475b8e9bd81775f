package io.moraine.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.slate.SlateStore;
import io.moraine.slate.SlateWriter;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.read.TailAdmission;
import io.moraine.slate.write.WriteBatch;
import io.moraine.slate.write.WriterOptions;
import io.moraine.testing.Fixtures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SlateDB itself, without anything of Moraine, reads what Java wrote, and writes on. */
class StoreLevelTest {
  private static final String[] RELEASES = {"0.16", "0.18"};

  private final RustProgram rust = RustProgram.built();

  static Stream<String> lakes() {
    return Stream.concat(Fixtures.names("moraine").stream(), Fixtures.names("lakes").stream())
        .filter(each -> !each.equals("moraine/large"));
  }

  @Test
  void anEmptyStoreIsOne() {
    Path folder = Fixtures.temporaryFolder("moraine-empty");
    open(folder).create(IdSource.SYSTEM);
    assertThat(rust.run("store-dump", folder, "0.18").get("rows")).isEmpty();
    check(folder, Map.of());
  }

  @ParameterizedTest
  @MethodSource("lakes")
  void aManifestThatJavaRewroteSaysWhatItSaid(String fixture) {
    Path folder = Fixtures.copyOfStore(fixture);
    JsonNode before = rust.run("store-dump", folder, "0.18");
    UUID id = IdSource.SYSTEM.nextUuid();
    open(folder)
        .updateCheckpoints(
            (base, nextId) -> {
              List<Checkpoint> all = new ArrayList<>(base.checkpoints());
              all.add(new Checkpoint(id, nextId, 1_796_000_000, 0, "java"));
              return all;
            },
            IdSource.SYSTEM);
    JsonNode after = rust.run("store-dump", folder, "0.18");
    assertThat(after.get("rows")).isEqualTo(before.get("rows"));
    assertThat(without(after.get("manifest"))).isEqualTo(without(before.get("manifest")));
    assertThat(after.get("manifest").toString()).contains(id.toString());
    rust.run("store-check", folder, "0.18");
  }

  /** A manifest without what changed. */
  private static JsonNode without(JsonNode manifest) {
    ObjectNode copy = manifest.deepCopy();
    copy.remove(List.of("id", "checkpoints"));
    if (copy.get("core") instanceof ObjectNode core) {
      core.remove("checkpoints");
    }
    return copy;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void rowsInTheLogAndInTablesAreThere(int seed) {
    Random random = new Random(seed);
    Path folder = Fixtures.temporaryFolder("moraine-rows");
    SlateStore store = open(folder);
    store.create(IdSource.SYSTEM);
    TreeMap<String, String> model = new TreeMap<>();
    for (int writer = 0; writer < 3; writer++) {
      try (SlateWriter slate = store.openWriter(options(), TailAdmission.UNLIMITED)) {
        for (int i = 0; i < 40; i++) {
          slate.write(batch(random, model)).await();
          if (random.nextInt(12) == 0) {
            slate.flush();
          }
        }
        if (random.nextBoolean()) {
          slate.flush();
        }
      }
      check(folder, model);
    }
  }

  @Test
  void valuesOfAllSizesAreThere() {
    Path folder = Fixtures.temporaryFolder("moraine-sizes");
    SlateStore store = open(folder);
    store.create(IdSource.SYSTEM);
    TreeMap<String, String> model = new TreeMap<>();
    try (SlateWriter slate = store.openWriter(options(), TailAdmission.UNLIMITED)) {
      for (int size : new int[] {0, 1, 4000, 4095, 4096, 4097, 8192, 70_000, 3_000_000}) {
        WriteBatch.Builder batch = new WriteBatch.Builder();
        byte[] key = new byte[Math.min(65_535, 1 + size)];
        key[0] = 4;
        byte[] value = new byte[size];
        put(batch, model, key, value);
        slate.write(batch.build()).await();
      }
      check(folder, model);
      slate.flush();
    }
    check(folder, model);
  }

  private static WriteBatch batch(Random random, Map<String, String> model) {
    WriteBatch.Builder batch = new WriteBatch.Builder();
    int changes = 1 + random.nextInt(30);
    for (int i = 0; i < changes; i++) {
      byte[] key = new byte[2 + random.nextInt(20)];
      random.nextBytes(key);
      key[0] = (byte) (2 + random.nextInt(8));
      key[1] = (byte) (2 + random.nextInt(3));
      if (random.nextInt(4) == 0 && !model.isEmpty()) {
        key = anyKey(random, model);
      }
      if (random.nextInt(4) == 0) {
        batch.delete(Bytes.wrap(key));
        model.remove(hex(key));
      } else {
        byte[] value = new byte[random.nextInt(500)];
        random.nextBytes(value);
        put(batch, model, key, value);
      }
    }
    return batch.build();
  }

  private static byte[] anyKey(Random random, Map<String, String> model) {
    List<String> keys = new ArrayList<>(model.keySet());
    return HexFormat.of().parseHex(keys.get(random.nextInt(keys.size())));
  }

  private static void put(
      WriteBatch.Builder batch, Map<String, String> model, byte[] key, byte[] value) {
    batch.put(Bytes.wrap(key), Bytes.wrap(value));
    model.put(hex(key), hex(value));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** Each release finds exactly the rows of {@code model}, and writes on in a copy. */
  private void check(Path folder, Map<String, String> model) {
    for (String release : RELEASES) {
      Map<String, String> rows = new TreeMap<>();
      rust.run("store-dump", folder, release)
          .get("rows")
          .forEach(row -> rows.put(row.get("key").textValue(), row.get("value").textValue()));
      assertThat(rows).as("rows that SlateDB %s reads", release).isEqualTo(model);
      JsonNode checked = rust.run("store-check", JavaLake.in(folder).copy(), release);
      assertThat(checked.get("rows").intValue()).isEqualTo(model.size());
    }
  }

  private static WriterOptions options() {
    return WriterOptions.of(Clock.SYSTEM, IdSource.SYSTEM, JavaStore.FILTERS);
  }

  private static SlateStore open(Path folder) {
    return JavaStore.open(JavaStore.objects(folder));
  }
}
