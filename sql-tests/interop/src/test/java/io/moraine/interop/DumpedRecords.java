package io.moraine.interop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The records of a store as Rust reads them, in hexadecimal; options, which have no order, sorted.
 */
final class DumpedRecords {
  /** The beginning of the keys of records of options. */
  private static final String OPTIONS = "04020d";

  /** Bytes before the message in a record. */
  private static final int FRAME_BYTES = 5;

  private DumpedRecords() {}

  /** All records of the store in {@code folder}, by key. */
  static Map<String, String> of(RustProgram rust, Path folder) {
    Map<String, String> records = new TreeMap<>();
    rust.run("store-dump", folder, "0.18")
        .get("rows")
        .forEach(
            row -> {
              String key = row.get("key").textValue();
              String value = row.get("value").textValue();
              records.put(key, key.startsWith(OPTIONS) ? sorted(value) : value);
            });
    return records;
  }

  /** The options of a record in order, as Rust writes them in any. */
  private static String sorted(String hex) {
    byte[] value = HexFormat.of().parseHex(hex);
    List<String> options = new ArrayList<>();
    int at = FRAME_BYTES;
    while (at < value.length) {
      int end = at + 2 + value[at + 1];
      options.add(HexFormat.of().formatHex(value, at, end));
      at = end;
    }
    return options.stream().sorted().toList().toString();
  }
}
