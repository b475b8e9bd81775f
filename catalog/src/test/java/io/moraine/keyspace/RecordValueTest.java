package io.moraine.keyspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.CodedOutputStream;
import io.moraine.base.Bytes;
import io.moraine.keyspace.Key.Current;
import io.moraine.keyspace.Key.Snapshot;
import io.moraine.keyspace.Key.UniqueIndex;
import io.moraine.model.CatalogException;
import io.moraine.testing.Fixtures;
import io.moraine.testing.StoredRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordValueTest {
  private static final long SEED = 911;
  private static final Bytes FILE_KEY = Current.of(EntityKind.FILE, 1L, 2L).encode();
  private static final String FRAME = "4d524e4500";

  static Stream<Arguments> goldenValues() {
    return Stream.of(
        Arguments.of(new FormatValue(1, "0.6.1", Bytes.EMPTY), "08011205302e362e31"),
        Arguments.of(new FormatValue(9, "0.7.0", Bytes.EMPTY), "08091205302e372e30"),
        Arguments.of(new HeadValue(0, 0, Bytes.EMPTY), ""),
        Arguments.of(new HeadValue(5, 9, Bytes.EMPTY), "08051009"),
        Arguments.of(
            new OptionScopeValue(
                List.of(new OptionScopeValue.Option("encrypted", "false", Bytes.EMPTY)),
                Bytes.EMPTY),
            "0a120a09656e63727970746564120566616c7365"),
        Arguments.of(
            new SnapshotValue(
                0,
                1_700_000_000_000_000L,
                0,
                1,
                0,
                "created_schema:\"main\"",
                null,
                null,
                null,
                List.of(),
                List.of(),
                Bytes.EMPTY),
            "108080f9c0c1c4820320013a15637265617465645f736368656d613a226d61696e22"),
        Arguments.of(
            new SchemaValue(
                0,
                "00000000-0000-4000-8000-000000000000",
                0,
                null,
                "main",
                "main/",
                true,
                Bytes.EMPTY),
            "122430303030303030302d303030302d343030302d383030302d303030303030303030303030"
                + "2a046d61696e32056d61696e2f3801"),
        Arguments.of(new TableStatsValue(7, 10, 10, 4096, Bytes.EMPTY), "0807100a180a208020"),
        Arguments.of(new SchemaVersionValue(3, Bytes.EMPTY), "0803"),
        Arguments.of(new InlineChunkRangeValue(0, 3, 11, 2, Bytes.EMPTY), "1003180b2002"),
        Arguments.of(new InlineDeleteValue(12, Bytes.EMPTY), "080c"),
        Arguments.of(new InlineFileDeleteValue(12, Bytes.EMPTY), "080c"),
        Arguments.of(new MarkerValue(Bytes.EMPTY), ""));
  }

  @ParameterizedTest
  @MethodSource("goldenValues")
  <T extends Record> void aValueHasTheBytesThatMoraineWrites(T value, String hex) {
    @SuppressWarnings("unchecked") // the class of a T is a Class<T>, records being final
    MessageType<T> type = MessageType.of((Class<T>) value.getClass());
    Bytes framed = Bytes.fromHex(FRAME + hex);
    assertThat(type.encode(value)).isEqualTo(framed);
    assertThat(type.decode(FILE_KEY, framed)).isEqualTo(value);
  }

  @ParameterizedTest
  @MethodSource("io.moraine.testing.StoredRecords#fixtures")
  void everyValueOfALakeDecodesAndEncodesToTheSameBytes(String fixture) {
    StoredRecords.ofFixture(fixture)
        .all()
        .forEach(
            (key, value) -> {
              Key decoded = Key.decode(key);
              Bytes again =
                  decoded
                      .valueType()
                      .map(type -> reencode(type, key, value))
                      .orElseGet(() -> reencodeEntry(decoded, value));
              assertThat(again).as(decoded.describe()).isEqualTo(value);
            });
  }

  static List<JsonNode> goldenRecords() throws IOException {
    JsonNode all =
        new ObjectMapper().readTree(Fixtures.folder("moraine").resolve("golden.json").toFile());
    return StreamSupport.stream(all.spliterator(), false).toList();
  }

  @Test
  void goldenRecordsDecodeToTheirFields() throws IOException {
    assertThat(goldenRecords()).hasSize(82);
    for (JsonNode golden : goldenRecords()) {
      Bytes encodedKey = Bytes.fromHex(golden.get("key").textValue());
      Bytes value = Bytes.fromHex(golden.get("value").textValue());
      Key key = Key.decode(encodedKey);
      assertThat(key.tag()).isEqualTo(golden.get("tag").textValue());
      assertFields(key.fields(), golden.get("fields"), key.describe());
      key.valueType()
          .ifPresentOrElse(
              type -> assertValue(type, encodedKey, value, golden.get("json")),
              () -> assertThat(reencodeEntry(key, value)).isEqualTo(value));
    }
  }

  private static void assertFields(Map<String, Object> fields, JsonNode json, String of) {
    assertThat(fields.keySet()).as(of).containsExactlyInAnyOrderElementsOf(names(json));
    fields.forEach((name, value) -> assertThat(text(value)).as(of).isEqualTo(text(json.get(name))));
  }

  private static <T extends Record> void assertValue(
      MessageType<T> type, Bytes key, Bytes value, JsonNode json) {
    assertMessage(type, type.decode(key, value), json);
  }

  private static <T extends Record> void assertMessage(
      MessageType<T> type, T message, JsonNode json) {
    assertThat(type.fieldNames()).as(type.name()).containsExactlyElementsOf(names(json));
    List<@Nullable Object> values = type.fieldValues(message);
    for (int i = 0; i < values.size(); i++) {
      String name = type.fieldNames().get(i);
      assertJson(type.name() + "." + name, values.get(i), json.get(name));
    }
  }

  private static void assertJson(String of, @Nullable Object value, JsonNode json) {
    if (value instanceof List<?> list) {
      assertThat(list).as(of).hasSize(json.size());
      for (int i = 0; i < list.size(); i++) {
        assertJson(of, list.get(i), json.get(i));
      }
    } else if (value instanceof Record message) {
      assertNested(message, json);
    } else {
      assertThat(text(value)).as(of).isEqualTo(text(json));
    }
  }

  @SuppressWarnings("unchecked") // the class of a T is a Class<T>, records being final
  private static <T extends Record> void assertNested(T message, JsonNode json) {
    assertMessage(MessageType.of((Class<T>) message.getClass()), message, json);
  }

  private static List<String> names(JsonNode json) {
    return json.properties().stream().map(Map.Entry::getKey).toList();
  }

  private static String text(@Nullable Object value) {
    return value instanceof Bytes bytes
        ? bytes.copy().toHex()
        : value instanceof JsonNode json && !json.isNull() ? json.asText() : String.valueOf(value);
  }

  @Test
  void fieldsMayComeInAnyOrderAndRepeatedNumbersUnpacked() throws IOException {
    Bytes value =
        framed(
            out -> {
              out.writeUInt64(11, 7);
              out.writeString(7, "altered_table:7");
              out.writeUInt64(3, 4);
              out.writeUInt64(11, 300);
              out.writeByteArray(11, new byte[] {8, 9});
              out.writeUInt64(1, 5);
              out.writeUInt64(1, 6);
            });
    SnapshotValue snapshot = SnapshotValue.TYPE.decode(new Snapshot(6).encode(), value);
    assertThat(snapshot.snapshotId()).isEqualTo(6);
    assertThat(snapshot.schemaVersion()).isEqualTo(4);
    assertThat(snapshot.schemaChangedTableIds()).containsExactly(7L, 300L, 8L, 9L);
    assertThat(SnapshotValue.TYPE.decode(FILE_KEY, SnapshotValue.TYPE.encode(snapshot)))
        .isEqualTo(snapshot);
  }

  @Test
  void unknownFieldsSurviveDecodingAndEncoding() throws IOException {
    Bytes value =
        framed(
            out -> {
              out.writeUInt64(1, 3);
              out.writeByteArray(13, new byte[] {1, 2, 3});
              out.writeFixed32(14, 5);
              out.writeFixed64(15, 6);
              out.writeTag(16, 3);
              out.writeUInt64(1, 9);
              out.writeTag(16, 4);
            });
    SnapshotValue snapshot = SnapshotValue.TYPE.decode(new Snapshot(3).encode(), value);
    assertThat(snapshot.unknownFields().length()).isEqualTo(value.length() - 7);
    assertThat(SnapshotValue.TYPE.encode(snapshot)).isEqualTo(value);
  }

  @Test
  void unknownFieldsOfNestedMessagesSurviveToo() throws IOException {
    Bytes value =
        framed(
            out -> {
              ByteArrayOutputStream nested = new ByteArrayOutputStream();
              CodedOutputStream nestedOut = CodedOutputStream.newInstance(nested);
              nestedOut.writeUInt64(1, 1);
              nestedOut.writeString(2, "eu");
              nestedOut.writeString(9, "later");
              nestedOut.flush();
              out.writeByteArray(17, nested.toByteArray());
            });
    DataFileValue file = DataFileValue.TYPE.decode(FILE_KEY, value);
    assertThat(file.partitionValues().get(0).partitionValue()).isEqualTo("eu");
    assertThat(DataFileValue.TYPE.encode(file)).isEqualTo(value);
  }

  @Test
  void aSingularMessageStoredTwiceIsMerged() throws IOException {
    Bytes value =
        framed(
            out -> {
              out.writeByteArray(18, new byte[] {0x08, 1, 0x10, 2});
              out.writeByteArray(18, new byte[] {0x10, 3});
            });
    IndexValue.InlineBuildCursor cursor =
        Objects.requireNonNull(IndexValue.TYPE.decode(FILE_KEY, value).buildInlineCursor());
    assertThat(cursor.schemaVersion()).isEqualTo(1);
    assertThat(cursor.beginSnapshot()).isEqualTo(3);
  }

  @Test
  void presentZeroIsNotAbsent() throws IOException {
    DataFileValue file = DataFileValue.TYPE.decode(FILE_KEY, framed(out -> out.writeUInt64(4, 0)));
    assertThat(file.endSnapshot()).isZero();
    assertThat(file.fileOrder()).isNull();
    assertThat(DataFileValue.TYPE.encode(file).toHex()).isEqualTo(FRAME + "2000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "4d524e45",
        "4d524e4600",
        "4d524e4501",
        "4d524e450008",
        "4d524e45000a0101",
        "4d524e450032026f",
        "4d524e45003201ff",
        "4d524e4500ffffffffffffffffffff01",
        "4d524e450000",
        "4d524e45000c",
        "4d524e45008a0105",
        "4d524e45008a01020a05",
        "4d524e450032ffffffff0f"
      })
  void aDamagedValueIsRefusedNamingItsKey(String hex) {
    assertThatThrownBy(() -> DataFileValue.TYPE.decode(FILE_KEY, Bytes.fromHex(hex)))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> assertThat(e.kind()).isEqualTo(CatalogException.Kind.CORRUPTION))
        .hasMessageContaining("current/file(table_id=1, data_file_id=2)");
  }

  @Test
  void randomDamageGivesARecordOrATypedError() {
    SplittableRandom random = new SplittableRandom(SEED);
    StoredRecords records = StoredRecords.ofFixture("moraine/files");
    List<Map.Entry<Bytes, Bytes>> all = List.copyOf(records.all().entrySet());
    for (int i = 0; i < 20_000; i++) {
      Map.Entry<Bytes, Bytes> record = all.get(random.nextInt(all.size()));
      byte[] damaged = record.getValue().toArray();
      for (int flips = random.nextInt(3); flips >= 0 && damaged.length > 0; flips--) {
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      }
      decodeOrRefuse(record.getKey(), Bytes.wrap(damaged, 0, random.nextInt(damaged.length + 1)));
    }
  }

  private static void decodeOrRefuse(Bytes key, Bytes value) {
    try {
      Key.decode(key).valueType().ifPresent(type -> type.decode(key, value));
    } catch (CatalogException e) {
      assertThat(e.kind()).as("seed %s", SEED).isEqualTo(CatalogException.Kind.CORRUPTION);
    }
  }

  @Test
  void aProjectionReadsItsFieldsAndSkipsDamageInOthers() throws IOException {
    Bytes value =
        framed(
            out -> {
              out.writeUInt64(1, 2);
              out.writeByteArray(6, new byte[] {(byte) 0xff});
              out.writeUInt64(9, 100);
            });
    Projection projection =
        DataFileValue.TYPE.project(
            List.of("record_count", "data_file_id", "partial_max", "file_format"));
    assertThat(projection.read(FILE_KEY, value)).containsExactly(100L, 2L, null, "");
    assertThatThrownBy(() -> DataFileValue.TYPE.decode(FILE_KEY, value))
        .isInstanceOf(CatalogException.class);
  }

  private static <T extends Record> Bytes reencode(MessageType<T> type, Bytes key, Bytes value) {
    return type.encode(type.decode(key, value));
  }

  private static Bytes reencodeEntry(Key key, Bytes value) {
    return key instanceof UniqueIndex entry
        ? UniqueIndex.encodeRowId(entry.decodeRowId(value))
        : Bytes.EMPTY;
  }

  /** Writes the fields of a message. */
  private interface Fields {
    void writeTo(CodedOutputStream out) throws IOException;
  }

  private static Bytes framed(Fields fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(Bytes.fromHex(FRAME).toArray());
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    fields.writeTo(out);
    out.flush();
    return Bytes.wrap(bytes.toByteArray());
  }
}
