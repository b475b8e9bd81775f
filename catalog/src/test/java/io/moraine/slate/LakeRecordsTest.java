package io.moraine.slate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.moraine.base.Bytes;
import io.moraine.base.Clock;
import io.moraine.objectstore.ObjectStore;
import io.moraine.objectstore.file.FileObjectStore;
import io.moraine.slate.format.BytesRange;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.BlockCache;
import io.moraine.slate.read.Direction;
import io.moraine.slate.read.RowIterator;
import io.moraine.slate.read.ScanShape;
import io.moraine.slate.read.StoredRow;
import io.moraine.testing.Fixtures;
import io.moraine.testing.ReadOnlyObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every lake that Moraine wrote holds for us the records that it holds for Moraine. */
class LakeRecordsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  static List<String> lakes() {
    return Stream.of("moraine", "lakes")
        .flatMap(zip -> Fixtures.names(zip).stream())
        .filter(lake -> Files.exists(records(lake)))
        .toList();
  }

  private static Path records(String lake) {
    return Fixtures.folder(lake).resolve("records.jsonl");
  }

  @ParameterizedTest
  @MethodSource("lakes")
  void allRecordsAreThere(String lake) throws IOException {
    List<String> expected = new ArrayList<>();
    for (String line : Files.readAllLines(records(lake))) {
      JsonNode record = JSON.readTree(line);
      expected.add(record.get("key").asText() + " " + record.get("value").asText());
    }
    ObjectStore store =
        new ReadOnlyObjectStore(
            FileObjectStore.open(Fixtures.store(lake).toString(), Clock.SYSTEM));
    SlateReader reader =
        ReferenceStore.openLatest(
            store,
            store,
            new StoreLayout(""),
            SlateOptions.of(new BlockCache(16 << 20))
                .withSegmentExtractor(Extractors.FIRST_BYTE)
                .withExecutor(ReferenceStore.WORKERS));
    List<String> scanned = new ArrayList<>();
    List<String> found = new ArrayList<>();
    try (RowIterator rows = reader.scan(BytesRange.ALL, Direction.ASCENDING, ScanShape.BULK)) {
      while (rows.next()) {
        Bytes key = rows.row().key();
        scanned.add(key.toHex() + " " + rows.value().toHex());
        StoredRow row = reader.get(key);
        found.add(key.toHex() + " " + (row == null ? "missing" : row.value().toHex()));
      }
    }
    assertThat(scanned).isEqualTo(expected);
    assertThat(found).isEqualTo(expected);
  }
}
