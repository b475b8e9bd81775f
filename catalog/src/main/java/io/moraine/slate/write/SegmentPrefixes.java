package io.moraine.slate.write;

import io.moraine.base.Bytes;
import io.moraine.slate.format.PrefixExtractor;
import io.moraine.slate.format.Row;
import io.moraine.slate.manifest.Manifest;
import io.moraine.slate.read.Memtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The segments of keys. In a store without segments all keys have the empty prefix.
 *
 * @param extractor cuts keys, if anything does
 */
record SegmentPrefixes(Optional<PrefixExtractor> extractor) {
  /**
   * The prefix that names the segment of {@code key}.
   *
   * @throws IllegalArgumentException if the key is in none
   */
  Bytes of(Bytes key) {
    if (extractor.isEmpty()) {
      return Bytes.EMPTY;
    }
    int length = extractor.get().prefixLength(key);
    if (length <= 0) {
      throw new IllegalArgumentException(
          "key " + key + " has no segment by extractor " + extractor.get().name());
    }
    return key.slice(0, length);
  }

  /** The rows of each segment that has any, in order of segments. */
  Map<Bytes, List<Row>> split(Memtable rows) {
    List<Row> all = rows.rows();
    Map<Bytes, List<Row>> parts = new LinkedHashMap<>();
    int from = 0;
    while (from < all.size()) {
      Bytes prefix = of(all.get(from).key());
      int to = prefix.prefixEnd().map(rows::firstFrom).orElse(all.size());
      parts.put(prefix, all.subList(from, to));
      from = to;
    }
    return parts;
  }

  /** The number of flushed tables in the segment that has most, of those with {@code prefixes}. */
  static int mostL0(Manifest manifest, Iterable<Bytes> prefixes) {
    int most = 0;
    for (Bytes prefix : prefixes) {
      most = Math.max(most, Trees.of(manifest, prefix).l0().size());
    }
    return most;
  }
}
