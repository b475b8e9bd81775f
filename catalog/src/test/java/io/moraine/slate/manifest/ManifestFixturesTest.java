package io.moraine.slate.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.base.Clock;
import io.moraine.base.Workers;
import io.moraine.objectstore.ObjectMeta;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.sequenced.SequencedFolder;
import io.moraine.testing.Fixtures;
import io.moraine.testing.ReadOnlyObjectStore;
import io.moraine.testing.Stores;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests of all reference stores. */
class ManifestFixturesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, JsonNode> DESCRIPTIONS = new ConcurrentHashMap<>();

  static List<String> slateStores() {
    return Fixtures.names("slatedb");
  }

  static Stream<String> lakes() {
    return Stream.of("moraine", "lakes").flatMap(zip -> Fixtures.names(zip).stream());
  }

  @ParameterizedTest
  @MethodSource("slateStores")
  void theLatestManifestIsWhatSlateDbSaysOfIt(String fixture) throws IOException {
    for (JsonNode database : read(fixture, "expected.json").get("databases")) {
      ManifestStore manifests = open(fixture, database.get("path").asText());
      Manifest latest = manifests.readLatest().orElseThrow();
      assertThat(JSON.readTree(ManifestJson.of(latest).toString()))
          .isEqualTo(withPlainIds(database.get("manifest")));
      assertThat(latest.hasUnknownFields()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("slateStores")
  void everyManifestThatIsThereCanBeRead(String fixture) throws IOException {
    for (JsonNode database : read(fixture, "expected.json").get("databases")) {
      List<Long> ids = new ArrayList<>();
      database.get("manifest_ids").forEach(id -> ids.add(id.asLong()));
      assertThat(readAll(fixture, database.get("path").asText())).containsExactlyElementsOf(ids);
    }
  }

  @ParameterizedTest
  @MethodSource("slateStores")
  void everyTableOfTheLatestManifestIsThere(String fixture) throws IOException {
    ObjectStore store = store(fixture);
    for (JsonNode database : read(fixture, "expected.json").get("databases")) {
      Manifest latest = open(fixture, database.get("path").asText()).readLatest().orElseThrow();
      List<String> paths = new ArrayList<>();
      database.get("ssts").forEach(sst -> paths.add(sst.get("path").asText()));
      assertThat(latest.views().map(view -> view.table().path()).distinct())
          .containsExactlyInAnyOrderElementsOf(paths)
          .allSatisfy(path -> assertThat(store.head(path)).isPresent());
    }
  }

  @ParameterizedTest
  @MethodSource("slateStores")
  void theEndOfTheLogIsFoundFromTheManifest(String fixture) throws IOException {
    ObjectStore store =
        Fixtures.folder(fixture).resolve("wal-store").toFile().isDirectory()
            ? FileObjectStore.open(
                Fixtures.folder(fixture).resolve("wal-store").toString(), Clock.SYSTEM)
            : store(fixture);
    try (Workers workers = new Workers("probe", WalProbe.WAVE)) {
      for (JsonNode database : read(fixture, "expected.json").get("databases")) {
        StoreLayout layout = new StoreLayout(database.get("path").asText());
        Manifest latest = open(fixture, layout.root()).readLatest().orElseThrow();
        WalProbe probe = new WalProbe(store, layout, workers);
        List<Long> ids = new ArrayList<>();
        database.get("wal").forEach(wal -> ids.add(wal.get("id").asLong()));
        assertThat(probe.list())
            .extracting(ObjectMeta::path)
            .containsExactlyElementsOf(ids.stream().map(layout::wal).toList());
        long last = ids.isEmpty() ? 0 : ids.get(ids.size() - 1);
        assertThat(probe.lastIdAfter(latest.replayAfterWalId()))
            .isEqualTo(Math.max(last, latest.replayAfterWalId()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("lakes")
  void theLatestManifestOfALakeIsWhatItsDescriptionSays(String fixture) throws IOException {
    JsonNode about = read(fixture, "about.json");
    Manifest latest = open(fixture, "").readLatest().orElseThrow();
    if (about.has("manifest_id")) {
      assertThat(latest.id()).isEqualTo(about.get("manifest_id").asLong());
    }
    if (about.has("checkpoints")) {
      assertThat(latest.checkpoints()).hasSize(about.get("checkpoints").size());
      for (JsonNode expected : about.get("checkpoints")) {
        assertThat(latest.findCheckpoint(UUID.fromString(expected.get("id").asText())))
            .hasValueSatisfying(
                checkpoint -> {
                  assertThat(checkpoint.manifestId())
                      .isEqualTo(expected.get("manifest_id").asLong());
                  assertThat(checkpoint.createTimeSeconds())
                      .isEqualTo(seconds(expected.get("create_time")));
                  assertThat(checkpoint.expireTimeSeconds())
                      .isEqualTo(seconds(expected.get("expire_time")));
                  assertThat(checkpoint.name()).isEqualTo(expected.get("name").textValue());
                });
      }
    }
    if (about.has("segments")) {
      assertThat(latest.segments()).hasSize(about.get("segments").size());
      for (int i = 0; i < latest.segments().size(); i++) {
        Segment segment = latest.segments().get(i);
        JsonNode expected = about.get("segments").get(i);
        assertThat(segment.prefix().toHex()).isEqualTo(expected.get("segment").asText());
        assertThat(segment.tree().l0()).hasSize(expected.get("flushed_tables").asInt());
        List<Integer> runs = new ArrayList<>();
        expected.get("sorted_runs").forEach(run -> runs.add(run.asInt()));
        assertThat(segment.tree().compacted())
            .extracting(run -> run.views().size())
            .containsExactlyElementsOf(runs);
      }
    }
    assertThat(latest.segmentExtractorName()).isEqualTo("moraine-tag-v1");
    assertThat(latest.hasUnknownFields()).isFalse();
    readAll(fixture, "");
  }

  private static List<Long> readAll(String fixture, String root) {
    ManifestStore manifests = open(fixture, root);
    SequencedFolder folder = manifests.layout().manifests();
    List<Long> read = new ArrayList<>();
    for (ObjectMeta each : store(fixture).list(folder.folder(), "")) {
      long id = folder.names().idIn(each.name()).orElseThrow();
      try {
        assertThat(manifests.readById(id).id()).isEqualTo(id);
      } catch (StoreBeingCreatedException e) {
        // The first manifest of a clone.
        assertThat(id).isEqualTo(1);
      }
      read.add(id);
    }
    return read;
  }

  private static long seconds(JsonNode time) {
    return time.isNull() ? 0 : OffsetDateTime.parse(time.asText()).toInstant().getEpochSecond();
  }

  /** SlateDB 0.16 prints the id of a table with its kind. */
  private static JsonNode withPlainIds(JsonNode manifest) throws IOException {
    return JSON.readTree(
        manifest.toString().replaceAll("\\{\"Compacted\":(\"[0-9A-Z]{26}\")}", "$1"));
  }

  private static JsonNode read(String fixture, String file) throws IOException {
    JsonNode known = DESCRIPTIONS.get(fixture);
    if (known == null) {
      known = JSON.readTree(Fixtures.folder(fixture).resolve(file).toFile());
      DESCRIPTIONS.put(fixture, known);
    }
    return known;
  }

  private static ObjectStore store(String fixture) {
    return new ReadOnlyObjectStore(
        FileObjectStore.open(Fixtures.store(fixture).toString(), Clock.SYSTEM));
  }

  private static ManifestStore open(String fixture, String root) {
    return Stores.manifests(store(fixture), new StoreLayout(root));
  }
}
